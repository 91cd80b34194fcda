import { useQuery } from '@tanstack/react-query'
import { useWords } from '#features/words/queries.ts'
import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo, type Thing } from '#ui/seo.tsx'
import { useSite } from '#ui/site.ts'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { BookCard } from './book-card.tsx'
import { booksText, describeBooks, introOf } from './books-text.ts'
import type { booksWords } from './books-words.ts'
import type { Book, Shelf } from './contract.ts'
import { booksQuery, shelvesQuery } from './queries.ts'
import { shelfRows } from './shelf-rows.ts'
import { bookThing, seriesThing } from './structured-data.ts'

export default function BooksPage() {
  const words = useWords<typeof booksWords>('books')
  const { author, today } = useSite()
  const { data: books = [], ...list } = useQuery(booksQuery)
  const { data: shelves = [], ...order } = useQuery(shelvesQuery)
  const retry = () => void Promise.all([list.refetch(), order.refetch()])
  return (
    <>
      <Seo
        title={booksText.heading}
        description={describeBooks(author.name, books, shelves)}
        path={paths.books}
        share="books"
        things={({ origin }) => catalogueThings({ origin, author, today, books, shelves })}
      />
      <PageHeading title={booksText.heading}>
        {books.length > 0 && `${introOf(books, shelves)} ${words.intro}`.trim()}
      </PageHeading>
      {list.isPending || order.isPending ? (
        <section className="column">
          <SkeletonCards count={6} label="Loading books" />
        </section>
      ) : list.isError || order.isError ? (
        <Notice title={booksText.failed.heading} action={<Button onClick={retry}>Try again</Button>}>
          {booksText.failed.line}
        </Notice>
      ) : books.length === 0 ? (
        <Notice title={words.nothingYet}>{booksText.empty}</Notice>
      ) : (
        <Shelves books={books} shelves={shelves} />
      )}
    </>
  )
}

function Shelves({ books, shelves }: { books: readonly Book[]; shelves: readonly Shelf[] }) {
  const bySlug = new Map(books.map((book) => [book.slug, book]))
  return (
    <>
      {shelves.length > 1 && <ShelfIndex shelves={shelves} />}
      {shelves.map((shelf, index) => (
        <ShelfSection
          key={shelf.slug}
          shelf={shelf}
          onIt={shelf.books.flatMap((slug) => bySlug.get(slug) ?? [])}
          isFirst={index === 0}
          isNamed={shelf.series !== null || shelves.length > 1}
        />
      ))}
    </>
  )
}

function ShelfIndex({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <nav aria-label="Shelves" data-print="off" className="shelf-index sticky z-20 border-y border-line bg-ground">
      <ul className="column flex gap-x-6 overflow-x-auto text-[0.9375rem] whitespace-nowrap">
        {shelves.map(({ slug, label, books }) => (
          <li key={slug}>
            <a href={`#${slug}`} className="inline-flex min-h-12 items-center gap-1.5 text-muted hover:text-ink">
              {label} <span className="text-faint tabular-nums">{books.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type SectionProps = {
  shelf: Shelf
  onIt: readonly Book[]
  isFirst: boolean
  /** false: these are all her books, and the page has said so */
  isNamed: boolean
}

function ShelfSection({ shelf, onIt, isFirst, isNamed }: SectionProps) {
  const { today } = useSite()
  // A short series stands beside its name: across the page it would be as large as the books that stand alone.
  const isBeside = shelf.series !== null && onIt.length <= 3
  const start = onIt.find(({ slug }) => slug === shelf.start)
  return (
    <section
      id={shelf.slug}
      aria-labelledby={`${shelf.slug}-title`}
      className={cn(
        'column -scroll-mt-2 pt-16 md:-scroll-mt-8 md:pt-24',
        isBeside && 'lg:grid lg:grid-cols-[1fr_2fr] lg:gap-x-16',
      )}
    >
      <div className="min-w-0">
        <h2 id={`${shelf.slug}-title`} dir="auto" className={isNamed ? 'title-2 wrap-anywhere' : 'sr-only'}>
          {shelf.name}
        </h2>
        {shelf.pitch && <p className="lead mt-3 text-muted">{shelf.pitch}</p>}
        {start && (
          <p className="small mt-3 text-muted">
            Start with{' '}
            <Link href={paths.book(start.slug)} className="link">
              {start.title}
            </Link>
            .
          </p>
        )}
      </div>
      <div className={cn('book-shelf', (isNamed || shelf.pitch) && 'mt-10', isBeside && 'lg:mt-0')}>
        {shelfRows(onIt.length)
          .flatMap((row) => Array<number>(row).fill(row))
          .map((row, index) => {
            const book = onIt[index]
            return (
              book && (
                <BookCard
                  key={book.slug}
                  book={book}
                  today={today}
                  isLone={row === 1}
                  isFirstView={isFirst && index < 2}
                  className={placeInRow[row]}
                  sizes={`(min-width: 48rem) ${isBeside ? 22 : Math.round(90 / Math.max(row, 2))}vw, 45vw`}
                />
              )
            )
          })}
      </div>
    </section>
  )
}

const placeInRow: Record<number, string> = {
  1: 'md:col-span-12 md:lone',
  2: 'md:col-span-6 md:lying',
  3: 'md:col-span-4',
  4: 'md:col-span-3',
}

/** So many are described whole; of more than that each says it on its own page. */
const mostDescribed = 40

type Catalogue = { origin: string; author: Author; today: string; books: readonly Book[]; shelves: readonly Shelf[] }

function catalogueThings({ origin, author, today, books, shelves }: Catalogue): Thing[] {
  const described = books.length > mostDescribed ? [] : books
  return [
    {
      '@type': 'CollectionPage',
      '@id': `${origin}${paths.books}`,
      name: `Books by ${author.name}`,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: books.length,
        itemListElement: books.map(({ slug, title }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: title,
          url: origin + paths.book(slug),
        })),
      },
    },
    ...shelves.filter(({ series }) => series !== null).map((shelf) => seriesThing(origin, shelf, books)),
    ...described.map((book) =>
      bookThing(
        origin,
        book,
        shelves.find(({ series }) => series !== null && series === book.series),
        today,
      ),
    ),
  ]
}
