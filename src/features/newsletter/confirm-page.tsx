import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { useSite } from '#ui/site.ts'
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
  const { flash: shown } = useSite()
  // Kept on the way back to this page too: what its link has done stays done.
  const flash = shown?.form === 'confirm' ? shown : undefined
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
    const words = flash.wasBefore ? confirmText.before : confirmText.done
    return (
      <Notice
        title={words.heading}
        level={1}
        action={<ButtonLink href={paths.shortStories}>{letterLinkText.stories}</ButtonLink>}
      >
        {words.text}
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
