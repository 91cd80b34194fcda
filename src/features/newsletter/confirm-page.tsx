import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { useFlash } from '#ui/site.ts'
import { confirmText, letterLinkText } from './pages-text.ts'

/** Where the confirming letter leads. Opening it does nothing; the button does. */
export default function ConfirmPage({ params }: { params: Record<string, string> }) {
  return (
    <>
      <Seo title="Confirm your address" description={confirmText.text} path="/confirm" share="signup" isHidden />
      <section className="column section-space">
        <ConfirmView token={params.token ?? ''} />
      </section>
    </>
  )
}

function ConfirmView({ token }: { token: string }) {
  const flash = useFlash('confirm')
  if (flash?.outcome === 'failed') {
    return (
      <Notice
        title={letterLinkText.failed.heading}
        level={1}
        art="key"
        action={
          <ButtonLink href={paths.contact} variant="secondary">
            {letterLinkText.failed.write}
          </ButtonLink>
        }
      >
        {flash.message}
      </Notice>
    )
  }
  if (flash?.outcome === 'done') {
    return (
      <Notice
        title={confirmText.done.heading}
        level={1}
        action={<ButtonLink href={paths.shortStories}>{letterLinkText.stories}</ButtonLink>}
      >
        {confirmText.done.text}
      </Notice>
    )
  }
  return (
    <Notice
      title={confirmText.heading}
      level={1}
      art="key"
      action={
        <form method="post" action={paths.confirm(token)}>
          <Button type="submit">{confirmText.button}</Button>
        </form>
      }
    >
      {confirmText.text}
    </Notice>
  )
}
