import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { WriteInstead } from '#ui/write-instead.tsx'
import { contactText } from './contact-text.ts'

export default function ContactPage() {
  const { replyTime, pressAndRights, manuscripts } = contactText.aside
  return (
    <>
      <Seo
        title="Contact"
        description={`Write to ${author.name}: readers, book clubs, librarians, press and rights.`}
        path={paths.contact}
        share="contact"
        things={(origin) => [
          { '@type': 'ContactPage', url: origin + paths.contact, about: { '@id': `${origin}/#author` } },
        ]}
      />
      <PageHeading title={contactText.heading}>
        {contactText.intro.map((line) => (
          <p key={line} className="mt-2 first:mt-0">
            {line}
          </p>
        ))}
      </PageHeading>
      <div className="column grid gap-12 md:grid-cols-[1fr_20rem] md:gap-16">
        <section aria-label="Write" className="self-start border-t-2 border-accent bg-raised p-6 md:p-8">
          <WriteInstead subject="From your website" label="Write a letter">
            Letters go to {author.email}. The form opens here soon.
          </WriteInstead>
          <p className="small mt-6 border-t border-line pt-5 text-muted">{contactText.privacyLine}</p>
        </section>
        <aside className="space-y-8">
          <div>
            <h2 className="label text-faint">{replyTime.heading}</h2>
            <p className="mt-2 text-muted">{replyTime.text}</p>
          </div>
          <div>
            <h2 className="label text-faint">{pressAndRights.heading}</h2>
            <p className="mt-2 text-muted">{pressAndRights.text}</p>
            <a href={`mailto:${pressAndRights.email}`} className="link mt-1 inline-flex min-h-11 items-center">
              {pressAndRights.email}
            </a>
          </div>
          <p className="font-prose text-[1.125rem]/[1.5] text-muted italic">{manuscripts}</p>
        </aside>
      </div>
    </>
  )
}
