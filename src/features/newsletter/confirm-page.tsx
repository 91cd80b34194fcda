import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useSite } from '#ui/site.ts'
import type { confirmWords } from './newsletter-words.ts'
import { confirmButton, letterLinkText } from './pages-text.ts'

/** Where the confirming letter leads. Opening it does nothing; the button does. */
export default function ConfirmPage({ params }: { params: Record<string, string> }) {
  const { text } = useWords<typeof confirmWords>('confirm')
  return (
    <>
      <Seo title="Confirm your address" description={text} path="/confirm" share="signup" isHidden />
      <section className="column section-space">
        <ConfirmView token={params.token ?? ''} />
      </section>
    </>
  )
}

function ConfirmView({ token }: { token: string }) {
  const words = useWords<typeof confirmWords>('confirm')
  const site = useSite()
  const { flash: shown } = site
  // Kept on the way back to this page too: what its link has done stays done.
  const flash = shown?.form === 'confirm' ? shown : undefined
  if (flash?.outcome === 'failed') {
    const hasForm = leadsSomewhere(site, paths.contact)
    return (
      <Notice
        title={letterLinkText.failed.heading}
        level={1}
        art="key"
        action={
          <ButtonLink href={hasForm ? paths.contact : paths.signup} variant="secondary">
            {hasForm ? letterLinkText.failed.write : letterLinkText.failed.signUp}
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
        action={<ButtonLink href={paths.shortStories}>{letterLinkText.stories}</ButtonLink>}
      >
        {wasBefore ? words.before : words.done}
      </Notice>
    )
  }
  return (
    <Notice
      title={words.heading}
      level={1}
      art="key"
      action={
        <form method="post" action={paths.confirm(token)}>
          <Button type="submit">{confirmButton}</Button>
        </form>
      }
    >
      {words.text}
    </Notice>
  )
}
