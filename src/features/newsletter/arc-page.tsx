import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BookInFull } from '#features/books/contract.ts'
import { arcBookQuery } from '#features/books/queries.ts'
import { bookThing } from '#features/books/structured-data.ts'
import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { formatDate } from '#lib/dates.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import { ButtonLink, ExternalButtonLink } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Cover } from '#ui/cover.tsx'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useFlash, useSite } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { type ArcState, arcStateOn } from './arc.ts'
import { aboutTheBook, arcAnswers, arcLegal, arcText } from './arc-text.ts'
import type { arcWords } from './arc-words.ts'
import type { everywhereWords } from './newsletter-words.ts'
import { dismissPrompt } from './prompt.ts'
import { type Joined, useSignup } from './signup.ts'
import { formWords } from './signup-text.ts'

export default function ArcPage({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? paths.arc.slice(1)
  const book = useQueryClient().getQueryData(arcBookQuery(slug).queryKey)
  return book ? <Offer book={book} /> : <NoOffer slug={slug} />
}

/** She was led here by an older page, or by a letter. */
function NoOffer({ slug }: { slug: string }) {
  const { missingHeading: heading, missing: line } = useWords<typeof arcWords>('arc')
  return (
    <>
      <Seo title={heading} description={line} path={arcPath(slug)} share="not-found" isHidden />
      <section className="column section-space">
        <Notice title={heading} level={1} art="key" action={<ButtonLink href={paths.books}>Browse Books</ButtonLink>}>
          {line}
        </Notice>
      </section>
    </>
  )
}

function Offer({ book }: { book: BookInFull }) {
  const site = useSite()
  const { today } = site
  const words = useWords<typeof arcWords>('arc')
  const state = arcStateOn(book, today)
  const formHeading = state === 'before' ? words.formBefore : words.formAfter
  const publication = arcText.publication[state]
  const date = book.publicationDate ? formatDate(book.publicationDate) : ''
  return (
    <>
      <Seo
        title={`${book.title}: Advance Reader Copy`}
        description={`${words.tagline} ${book.summary || book.caption || formHeading}`}
        path={arcPath(book.slug)}
        shareImage={(cards) => shareUrls.book(cards, book.slug)}
        type="book"
        things={({ origin }) => {
          // Where there is no page of its own it is told of here.
          const url = origin + arcPath(book.slug)
          const here = leadsSomewhere(site, paths.books) ? {} : { '@id': url, url }
          return [{ ...bookThing(origin, book, undefined, today), ...here }]
        }}
      />
      <div className="column grid grid-cols-1 gap-10 pt-10 md:grid-cols-[15rem_1fr] md:pt-20 lg:grid-cols-[minmax(0,24rem)_1fr] lg:gap-16">
        <div className="mx-auto w-full max-w-60 md:max-w-none md:self-start tall:sticky tall:top-24">
          <Cover book={book} sizes="(min-width: 64rem) 384px, 240px" loading="eager" fetchPriority="high" />
        </div>
        <div>
          {book.genre && <p className="label text-verdict">{book.genre}</p>}
          <h1 dir="auto" className="title-1 mt-3 wrap-anywhere">
            {book.title}
          </h1>
          {words.tagline && (
            <p className="mt-4 font-prose text-[1.375rem]/[1.45] text-balance text-muted italic">{words.tagline}</p>
          )}
          <p className="mt-4 font-semibold">{publication.dateLine(date)}</p>
          <p className="mt-1 text-muted">{state === 'before' ? words.before : words.after}</p>
          {state === 'after' && <PurchaseLink book={book} variant="primary" />}
          <section
            aria-labelledby="arc-form"
            data-print="off"
            className="mt-9 border-t-2 border-verdict bg-raised p-6 md:p-8"
          >
            <h2 id="arc-form" className="title-3">
              {formHeading}
            </h2>
            <ArcForm book={book} state={state} />
            <div className="small mt-2.5 space-y-2.5 text-muted">
              <p>{words.review}</p>
              <p>{words.disclosure}</p>
              <p>{words.file}</p>
              <p>
                {arcLegal.privacy}{' '}
                <Link href={paths.privacy} className="link">
                  Privacy Policy
                </Link>
                .
              </p>
            </div>
          </section>
        </div>
      </div>

      <section aria-label="What advance readers get" className="column pt-24 md:pt-32">
        <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
          {words.benefits.map(({ term, text }, index) => (
            <li key={term} className="border-t border-line pt-6 print:pb-6">
              <span aria-hidden="true" className="font-display text-[3.5rem]/[1] text-verdict">
                {index + 1}
              </span>
              <h2 className="title-3 mt-2">{term}</h2>
              <p className="mt-3 font-prose text-[1.0625rem]/[1.55] text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="about-book" className="side-heads column pt-24 md:pt-32">
        <h2 id="about-book" className="title-2">
          {aboutTheBook.heading}
        </h2>
        <div className="mt-7">
          {book.description.length > 0 ? <Prose blocks={book.description} /> : <p className="lead">{book.caption}</p>}
        </div>
        {book.opening.length > 0 && (
          <>
            <h3 className="title-3 mt-14">{aboutTheBook.opening}</h3>
            <blockquote className="mt-5 border-l-2 border-verdict pl-6 md:pl-8">
              <Prose blocks={book.opening} />
            </blockquote>
          </>
        )}
        {state === 'after' && <PurchaseLink book={book} variant="secondary" />}
      </section>
    </>
  )
}

type Outcome = { shouldConfirm: boolean }

/** Asks for one book. The newsletter is a separate box, and nobody ticks it but the reader. */
function ArcForm({ book, state }: { book: BookInFull; state: ArcState }) {
  const flash = useFlash('arc')
  // Sent without scripts, nobody here knows any more whether the newsletter's box was ticked.
  const [done, setDone] = useState<Outcome | null>(flash?.outcome === 'done' ? { shouldConfirm: false } : null)
  const notice = useRef<HTMLDivElement>(null)
  const words = useWords<typeof arcWords>('arc')
  const { confirm } = useWords<typeof everywhereWords>('everywhere')
  const joined = arcAnswers.joined(book.title)

  const thank = ({ shouldConfirm, body }: Joined) => {
    const isSubscribed = body.newsletter === true
    flushSync(() => setDone({ shouldConfirm: shouldConfirm && isSubscribed }))
    // In the middle, because on a phone the notice of the same news covers the top.
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
    if (isSubscribed) dismissPrompt()
    toast(joined)
  }

  if (!done) return <RequestForm book={book} state={state} onJoined={thank} />
  return (
    <div
      ref={notice}
      role="status"
      tabIndex={-1}
      data-arrival=""
      className="mt-6 mb-6 border border-success bg-success-bg p-5 text-success"
    >
      <p className="text-lg/[1.5] font-semibold">{joined.description}</p>
      <p className="mt-1">{state === 'before' ? words.thanksBefore : words.thanksAfter}</p>
      {done.shouldConfirm && <p className="mt-3 text-ink">{confirm}</p>}
    </div>
  )
}

type FormProps = { book: BookInFull; state: ArcState; onJoined: (joined: Joined) => void }

function RequestForm({ book, state, onJoined }: FormProps) {
  const words = useWords<typeof arcWords>('arc')
  const consent = state === 'before' ? words.consentBefore : words.consentAfter
  const extra = { source: 'voss_trials_arc', readerMagnetId: null }
  const { isPending, fields, message, values, form } = useSignup({ flash: 'arc', words: arcAnswers, extra, onJoined })
  return (
    <form action={arcPath(book.slug)} {...form} className="mt-6">
      <div className="grid gap-5 lg:grid-cols-2">
        <Field label="Email" {...emailInput} required defaultValue={values.email} error={fields.email} />
        <Field label="Name" name="name" autoComplete="name" defaultValue={values.name} error={fields.name} />
      </div>
      <CheckField
        label={arcLegal.newsletterBox}
        name="newsletter"
        defaultChecked={'newsletter' in values}
        className="mt-4"
      />
      <FormProblem message={message} comfort={formWords.retry} />
      <SubmitButton
        label={arcText.form[state].button}
        pendingLabel={arcText.pending}
        isPending={isPending}
        // Once the book is out, the book itself is the first thing to do here.
        variant={state === 'before' ? 'primary' : 'secondary'}
        className="mt-5"
      />
      <p className="small mt-6 border-t border-line pt-5 text-muted">
        {consent.text} {arcLegal.oneBook[state]}
      </p>
      <input type="hidden" name="wording" value={consent.version} />
      <Honeypot />
    </form>
  )
}

/** Once the book is out, the next step is the book itself. */
function PurchaseLink({ book, variant }: { book: BookInFull; variant: 'primary' | 'secondary' }) {
  const [shop] = book.shops
  if (!shop) return null
  return (
    <ExternalButtonLink
      href={shop.url}
      variant={variant}
      data-book={book.slug}
      data-shop={shop.name}
      className="mt-6 print:border-0 print:bg-transparent print:px-0 print:text-ink"
    >
      Purchase<span className="sr-only"> {book.title}</span>
    </ExternalButtonLink>
  )
}
