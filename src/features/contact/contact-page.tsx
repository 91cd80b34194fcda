import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { paths } from '#lib/paths.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor, useFlash } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import { ContactForm } from './contact-form.tsx'
import { contactAnswers, contactText } from './contact-text.ts'
import type { contactWords } from './contact-words.ts'
import { forgetDraft } from './draft.ts'

export default function ContactPage() {
  const author = useAuthor()
  const flash = useFlash('contact')
  const [isSent, setIsSent] = useState(flash?.outcome === 'done')

  const thank = () => {
    flushSync(() => setIsSent(true))
    focusMainHeading()
    toast(contactAnswers.sent)
  }

  return (
    <>
      <Seo
        title="Contact"
        description={`Write to ${author.name}: readers, book clubs, librarians, press and rights.`}
        path={paths.contact}
        share="contact"
        things={({ origin }) => [
          { '@type': 'ContactPage', url: origin + paths.contact, about: { '@id': `${origin}/#author` } },
        ]}
      />
      {isSent ? <MessageSent /> : <WriteToAuthor onSent={thank} />}
    </>
  )
}

function WriteToAuthor({ onSent }: { onSent: () => void }) {
  const words = useWords<typeof contactWords>('contact')
  return (
    <>
      <PageHeading title={words.heading}>
        <Prose blocks={words.intro} className="space-y-2" />
      </PageHeading>
      <div className="column grid grid-cols-1 gap-12 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-16">
        <section
          aria-label="Write"
          data-print="off"
          className="self-start border-t-2 border-accent bg-raised p-6 md:p-8"
        >
          <ContactForm onSent={onSent} />
          <p className="small mt-6 border-t border-line pt-5 text-muted">
            {contactText.privacyLine}{' '}
            <Link href={paths.privacy} className="link">
              {contactText.privacyLink}
            </Link>
          </p>
        </section>
        <Aside />
      </div>
    </>
  )
}

function Aside() {
  const { email } = useAuthor()
  const words = useWords<typeof contactWords>('contact')
  return (
    <aside className="space-y-8">
      {words.reply && (
        <div>
          <h2 className="label text-faint">{words.replyHeading}</h2>
          <p className="mt-2 text-muted">{words.reply}</p>
        </div>
      )}
      <div>
        <h2 className="label text-faint">{words.pressHeading}</h2>
        {words.press && <p className="mt-2 text-muted">{words.press}</p>}
        {email && (
          <a href={`mailto:${email}`} className="link mt-1 inline-flex min-h-11 items-center">
            {email}
          </a>
        )}
      </div>
      {words.last && <p className="font-prose text-[1.125rem]/[1.5] text-muted italic">{words.last}</p>}
    </aside>
  )
}

function MessageSent() {
  // Here, because a message sent without our script arrives here too.
  useEffect(forgetDraft, [])
  return (
    <section className="column section-space">
      <Notice
        title={contactText.sentHeading}
        level={1}
        art="lamp"
        action={
          <>
            <ButtonLink href={paths.home}>{contactText.sentLinks.home}</ButtonLink>
            <ButtonLink href={paths.shortStories} variant="secondary">
              {contactText.sentLinks.stories}
            </ButtonLink>
          </>
        }
      >
        {useWords<typeof contactWords>('contact').sent}
      </Notice>
    </section>
  )
}
