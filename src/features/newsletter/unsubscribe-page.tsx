import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useSite } from '#ui/site.ts'
import type { leaveWords } from './newsletter-words.ts'
import { leaveText, letterLinkText } from './pages-text.ts'

/** Where every letter's last line leads. Opening it does nothing; the button does. */
export default function UnsubscribePage() {
  const { text } = useWords<typeof leaveWords>('leave')
  return (
    <>
      <Seo title="Leave the list" description={text} path="/unsubscribe" share="signup" isHidden />
      <section className="column section-space">
        <UnsubscribeView />
      </section>
    </>
  )
}

function UnsubscribeView() {
  const words = useWords<typeof leaveWords>('leave')
  const site = useSite()
  const { flash: shown } = site
  // Kept on the way back to this page too: what its link has done stays done.
  const flash = shown?.form === 'unsubscribe' ? shown : undefined
  if (flash?.outcome === 'failed') {
    const hasForm = leadsSomewhere(site, paths.contact)
    return (
      <Notice
        title={letterLinkText.failed.heading}
        level={1}
        art="key"
        action={
          <ButtonLink href={hasForm ? paths.contact : paths.home} variant="secondary">
            {hasForm ? letterLinkText.failed.write : letterLinkText.home}
          </ButtonLink>
        }
      >
        {flash.message}
      </Notice>
    )
  }
  if (flash?.outcome === 'done') {
    const { wasBefore } = flash
    return (
      <Notice
        title={wasBefore ? words.beforeHeading : words.doneHeading}
        level={1}
        action={
          <ButtonLink href={paths.home} variant="secondary">
            {letterLinkText.home}
          </ButtonLink>
        }
      >
        {wasBefore ? words.before : words.done}
      </Notice>
    )
  }
  return (
    <Notice
      title={leaveText.heading}
      level={1}
      action={
        <>
          {/* To its own address, which may say by which letter she came. */}
          <form method="post">
            <Button type="submit">{leaveText.button}</Button>
          </form>
          <ButtonLink href={paths.home} variant="secondary">
            {leaveText.stay}
          </ButtonLink>
        </>
      }
    >
      {words.text}
    </Notice>
  )
}
