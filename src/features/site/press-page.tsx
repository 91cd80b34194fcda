import { useQueryClient } from '@tanstack/react-query'
import { pictureOf } from '#features/books/structured-data.ts'
import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Cover } from '#ui/cover.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor, useSite } from '#ui/site.ts'
import type { Press } from './contract.ts'
import { type Bio, biosOf } from './press-bios.ts'
import type { pressWords } from './press-words.ts'
import { pressQuery } from './queries.ts'
import { profileThing } from './structured-data.ts'

type Words = ReturnType<typeof useWords<typeof pressWords>>

/** Everything somebody needs who writes about her, made from what she has entered; what there is none of is not shown. */
export default function PressPage() {
  const author = useAuthor()
  const words = useWords<typeof pressWords>('press')
  const { bio: long, books } = usePress()
  const bios = biosOf({ short: author.shortBio, medium: words.bio, long })
  return (
    <>
      <Seo
        title={words.heading}
        description={`${words.heading} of ${author.name}: biographies to copy, facts, covers and how to get in touch.`}
        path={paths.press}
        share="press"
        type="profile"
        things={(site) => [profileThing(site)]}
      />
      <PageHeading title={words.heading}>{words.intro}</PageHeading>
      <div className="column grid gap-16 lg:grid-cols-[1fr_minmax(0,22rem)]">
        {bios.length > 0 && (
          <section aria-labelledby="bios">
            <h2 id="bios" className="title-2">
              {words.biosHeading}
            </h2>
            {bios.map((bio) => (
              <BioText key={bio.label} bio={bio} />
            ))}
          </section>
        )}
        <div className="grid content-start gap-12">
          <Facts author={author} words={words} />
          <section aria-labelledby="contact" className="border-t-2 border-accent bg-raised p-6">
            <h2 id="contact" className="title-3">
              {words.contactHeading}
            </h2>
            <p className="mt-3">{words.contact}</p>
            {author.email && (
              <p className="mt-3 [overflow-wrap:anywhere]">
                <a href={`mailto:${author.email}`} className="link inline-flex min-h-11 items-center">
                  {author.email}
                </a>
              </p>
            )}
            <p>
              <Link href={paths.contact} className="link inline-flex min-h-11 items-center">
                To the contact form
              </Link>
            </p>
          </section>
        </div>
      </div>
      {words.notes.length > 0 && (
        <div className="column pt-16">
          <Prose blocks={words.notes} />
        </div>
      )}
      <Photograph author={author} heading={words.photographHeading} />
      {books.length > 0 && <Covers heading={words.coversHeading} />}
    </>
  )
}

function BioText({ bio: { label, text } }: { bio: Bio }) {
  return (
    <div className="mt-8 border-t border-line pt-6">
      <h3 className="label text-faint">{label}</h3>
      <div className="prose mt-3">
        {text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="mt-4">
        <CopyButton text={text} label="Copy" done="Copied" />
      </div>
    </div>
  )
}

function Facts({ author, words }: { author: Author; words: Words }) {
  const { books } = usePress()
  const website = author.website ? [{ href: author.website, label: 'Website' }] : []
  const places = [...website, ...useSite().profiles]
  const facts = [
    { term: 'Name', text: author.name },
    { term: 'Writes', text: author.genres.join(', ') },
    { term: 'Books', text: books.length > 0 ? String(books.length) : '' },
    { term: 'Post', text: author.postalAddress },
  ].filter(({ text }) => text !== '')
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="title-2">
        {words.factsHeading}
      </h2>
      <dl className="mt-6 border-t border-line">
        {facts.map(({ term, text }) => (
          <div key={term} className="grid grid-cols-[6rem_1fr] gap-x-4 border-b border-line py-3">
            <dt className="text-muted">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {places.length > 0 && (
          <div className="grid grid-cols-[6rem_1fr] gap-x-4 border-b border-line py-3">
            <dt className="py-2.5 text-muted">Elsewhere</dt>
            {places.map(({ href, label }) => (
              <dd key={href} className="col-start-2">
                <ExternalLink href={href} className="link inline-flex min-h-11 items-center">
                  {label}
                </ExternalLink>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </section>
  )
}

/** Only where she has one. */
function Photograph({
  author,
  heading,
}: {
  author: Author & { photograph?: { url: string } | null }
  heading: string
}) {
  const { name, photograph } = author
  if (!photograph?.url) return null
  return (
    <section aria-labelledby="photograph" className="column pt-24">
      <h2 id="photograph" className="title-2">
        {heading}
      </h2>
      <img src={`${photograph.url}/480.jpg`} alt={name} className="mt-8 max-w-full" loading="lazy" decoding="async" />
      <a href={`${photograph.url}/1600.jpg`} download className="link inline-flex min-h-11 items-center">
        Save the photograph
      </a>
    </section>
  )
}

function Covers({ heading }: { heading: string }) {
  const { books } = usePress()
  return (
    <section aria-labelledby="covers" className="column pt-24">
      <h2 id="covers" className="title-2">
        {heading}
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3 lg:grid-cols-5">
        {books.map((book) => (
          <li key={book.slug}>
            <Cover book={book} sizes="(min-width: 64rem) 200px, 45vw" />
            <p className="mt-3 font-semibold">{book.title}</p>
            <SaveCover href={pictureOf(book)} title={book.title} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A lettered board is no picture, and cannot be taken along. */
function SaveCover({ href, title }: { href: string | null; title: string }) {
  if (!href) return null
  return (
    <a href={href} download className="link inline-flex min-h-11 items-center">
      Save<span className="sr-only"> the cover of {title}</span>
    </a>
  )
}

const nothingYet: Press = { bio: [], books: [] }

function usePress(): Press {
  return useQueryClient().getQueryData(pressQuery.queryKey) ?? nothingYet
}
