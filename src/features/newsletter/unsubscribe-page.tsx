import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { useSite } from '#ui/site.ts'
import { letterLinkText, unsubscribeText } from './pages-text.ts'

/** Where every letter's last line leads. Opening it does nothing; the button does. */
export default function UnsubscribePage({ params }: { params: Record<string, string> }) {
  return (
    <>
      <Seo title="Leave the list" description={unsubscribeText.text} path="/unsubscribe" share="signup" isHidden />
      <section className="column section-space">
        <UnsubscribeView token={params.token ?? ''} />
      </section>
    </>
  )
}

function UnsubscribeView({ token }: { token: string }) {
  const { flash: shown } = useSite()
  // Kept on the way back to this page too: what its link has done stays done.
  const flash = shown?.form === 'unsubscribe' ? shown : undefined
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
    const words = flash.wasBefore ? unsubscribeText.before : unsubscribeText.done
    return (
      <Notice
        title={words.heading}
        level={1}
        action={
          <ButtonLink href={paths.home} variant="secondary">
            {letterLinkText.home}
          </ButtonLink>
        }
      >
        {words.text}
      </Notice>
    )
  }
  return (
    <Notice
      title={unsubscribeText.heading}
      level={1}
      action={
        <>
          <form method="post" action={paths.unsubscribe(token)}>
            <Button type="submit">{unsubscribeText.button}</Button>
          </form>
          <ButtonLink href={paths.home} variant="secondary">
            {unsubscribeText.stay}
          </ButtonLink>
        </>
      }
    >
      {unsubscribeText.text}
    </Notice>
  )
}
