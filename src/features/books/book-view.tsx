import { useWords } from '#features/words/queries.ts'
import type { Block } from '#features/writing/contract.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { arcPath, paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import { ArrowOut } from '#ui/arrow-out.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Cover } from '#ui/cover.tsx'
import { Facts } from '#ui/facts.tsx'
import { Link } from '#ui/link.tsx'
import { Seo } from '#ui/seo.tsx'
import { useSite } from '#ui/site.ts'
import { booksText } from './books-text.ts'
import type { booksWords } from './books-words.ts'
import type { BookInFull, Edition, Praise } from './contract.ts'
import { dateWords, isOutOn, pagesOf } from './publication.ts'
import { markOf } from './shops.ts'
import { bookThing, seriesThing } from './structured-data.ts'

export function BookSeo({ book }: { book: BookInFull }) {
  const { today, author } = useSite()
  const { slug, title, caption, summary, shelf, row } = book
  return (
    <Seo
      title={title}
      description={[caption, summary || `${title} is a book by ${author.name}.`].filter(Boolean).join(' ')}
      path={paths.book(slug)}
      within={{ name: booksText.heading, path: paths.books }}
      shareImage={(cards) => shareUrls.book(cards, slug)}
      type="book"
      book={{
        isbns: book.editions.flatMap(({ isbn }) => isbn ?? []),
        released: book.publicationDate,
        tags: book.genre ? [book.genre] : [],
      }}
      things={({ origin }) => [
        bookThing(origin, book, shelf ?? undefined, today),
        ...(shelf?.series ? [seriesThing(origin, shelf, row.length > 0 ? row : [book])] : []),
      ]}
    />
  )
}

// A cheap phone has one dot and three quarters to a pixel; with nine tenths of them it waits for two thirds of the bytes.
const coverSlot = '(min-width: 64rem) 384px, (max-width: 48rem) and (max-resolution: 1.9dppx) 216px, 240px'

/** A book's own page: what it looks like, what it is, where it is sold, how it begins, and what stands beside it. */
export function BookView({ book }: { book: BookInFull }) {
  const words = useWords<typeof booksWords>('books')
  return (
    <article>
      <div className="book-page column">
        <div className="mx-auto w-full max-w-60 md:max-w-none md:self-start tall:sticky tall:top-24">
          <Cover book={book} sizes={coverSlot} loading="eager" fetchPriority="high" />
        </div>
        <div className="min-w-0">
          <Head book={book} />
          <Shops book={book} />
          <Editions editions={book.editions} />
          <Passage title={booksText.about} isHeadless blocks={book.description} />
          <Passage title={words.begins} isQuoted blocks={book.opening} />
          {book.praise.length > 0 && <PraiseList title={words.praise} praise={book.praise} />}
        </div>
      </div>
      {book.row.length > 0 ? <SeriesRow book={book} /> : <AllBooks />}
    </article>
  )
}

function Head({ book }: { book: BookInFull }) {
  const { today, arc } = useSite()
  const { slug, title, subtitle, series, seriesOrder, caption, genre, start } = book
  const facts = [dateWords(book, today), pagesWords(book), formatsWords(book.editions)].filter(Boolean)
  return (
    <>
      <p className="label text-veil">
        {series ? (
          <Link href={book.shelf ? `${paths.books}#${book.shelf.slug}` : paths.books} className="hover:underline">
            {series}
            {seriesOrder !== null && <>, Book&nbsp;{seriesOrder}</>}
          </Link>
        ) : (
          genre
        )}
      </p>
      <h1 dir="auto" className="title-1 mt-3 wrap-anywhere">
        {title}
      </h1>
      {subtitle && (
        <p dir="auto" className="mt-2 font-display text-[1.5rem]/[1.2] text-muted">
          {subtitle}
        </p>
      )}
      {caption && (
        <p dir="auto" className="mt-4 font-prose text-[1.375rem]/[1.45] text-balance text-muted italic">
          {caption}
        </p>
      )}
      {facts.length > 0 && (
        <p className="small mt-4 text-muted">
          <Facts facts={facts} />
        </p>
      )}
      {start && (
        <p className="small mt-2 text-muted">
          New to the series? Start with{' '}
          <Link href={paths.book(start.slug)} className="link">
            {start.title}
          </Link>
          .
        </p>
      )}
      {arc?.href === arcPath(slug) && !isOutOn(book, today) && (
        <ButtonLink href={arc.href} variant="secondary" className="mt-6">
          Get the advance copy
        </ButtonLink>
      )}
    </>
  )
}

function pagesWords(book: BookInFull): string {
  const pages = pagesOf(book)
  return pages ? `${pages.toLocaleString('en-CA')} pages` : ''
}

function formatsWords(editions: readonly Edition[]): string {
  return [...new Set(editions.map(({ format }) => format))].join(', ')
}

/** A ruled list of shops, the first of which is the first thing to do. */
function Shops({ book: { slug, title, shops } }: { book: BookInFull }) {
  if (shops.length === 0) return null
  return (
    <ul aria-label={booksText.where} className="shop-list">
      {shops.map(({ name, url }) => (
        <li key={url}>
          <a href={url} data-book={slug} data-shop={name} target="_blank" rel="noopener" className="shop-link">
            <span aria-hidden="true" className="shop-mark">
              {markOf(name)}
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="sr-only">Purchase {title} at </span>
              {name}
            </span>
            <ArrowOut />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** For whoever orders it by number: a library, a shop around the corner. */
function Editions({ editions }: { editions: readonly Edition[] }) {
  const told = editions.filter(({ isbn, price }) => isbn || price)
  if (told.length === 0) return null
  return (
    <dl className="small mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-muted">
      {told.map(({ format, isbn, price, currency }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two editions may be alike, and none of them moves
        <div key={at} className="contents">
          <dt>{format}</dt>
          <dd className="tabular-nums">
            {[price && `${price} ${currency}`, isbn && `ISBN ${isbn}`].filter(Boolean).join(' · ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type PassageProps = { title: string; blocks: readonly Block[]; isHeadless?: boolean; isQuoted?: boolean }

function Passage({ title, blocks, isHeadless = false, isQuoted = false }: PassageProps) {
  if (blocks.length === 0) return null
  return (
    <section aria-label={title} className="mt-12">
      <h2 className={isHeadless ? 'sr-only' : 'title-3 mb-5'}>{title}</h2>
      {isQuoted ? (
        <blockquote className="border-l-2 border-accent pl-6 md:pl-8">
          <Prose blocks={blocks} />
        </blockquote>
      ) : (
        <Prose blocks={blocks} />
      )}
    </section>
  )
}

function PraiseList({ title, praise }: { title: string; praise: readonly Praise[] }) {
  return (
    <section aria-label={title} className="mt-14">
      <h2 className="title-3">{title}</h2>
      <div className="mt-6 space-y-8">
        {praise.map(({ quotation, source }) => (
          <figure key={quotation} className="border-t border-line pt-5">
            <blockquote dir="auto" className="font-prose text-[1.25rem]/[1.5] text-pretty">
              {quotation}
            </blockquote>
            {source && (
              <figcaption dir="auto" className="small mt-2.5 text-muted">
                {source}
              </figcaption>
            )}
          </figure>
        ))}
      </div>
    </section>
  )
}

/** The series as it stands on the shelf, with this one taken half out. */
function SeriesRow({ book: { slug, series, row } }: { book: BookInFull }) {
  const here = row.findIndex((one) => one.slug === slug)
  const [before, after] = [row[here - 1], row[here + 1]]
  return (
    <section aria-labelledby="series-row" className="column pt-24 md:pt-32">
      <h2 id="series-row" dir="auto" className="title-2 wrap-anywhere">
        {series}
      </h2>
      <ol className="series-row strip">
        {row.map((one) => (
          <li key={one.slug} data-here={one.slug === slug || undefined}>
            <Link href={paths.book(one.slug)} className={cn('block rounded-[2px]', one.slug !== slug && 'lift')}>
              <Cover book={one} sizes="160px" />
            </Link>
          </li>
        ))}
      </ol>
      <nav aria-label="In the series" className="grid gap-x-10 sm:grid-cols-2">
        {before && <Beside label="The one before" {...before} />}
        {after && <Beside label="The next one" {...after} className="sm:col-start-2 sm:text-right" />}
      </nav>
    </section>
  )
}

/** A page that ends leads somewhere. */
function AllBooks() {
  return (
    <p className="column pt-16 md:pt-20">
      <Link href={paths.books} className="link inline-flex min-h-11 items-center font-semibold">
        {booksText.all}
      </Link>
    </p>
  )
}

function Beside({ label, slug, title, className }: { label: string; slug: string; title: string; className?: string }) {
  return (
    <p className={cn('border-t border-line pt-4 pb-2', className)}>
      <span className="small block text-faint">{label}</span>
      <Link
        href={paths.book(slug)}
        dir="auto"
        className="title-3 inline-block py-1 wrap-anywhere underline-offset-4 hover:underline"
      >
        {title}
      </Link>
    </p>
  )
}
