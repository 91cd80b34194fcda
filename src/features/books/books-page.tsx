import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo, type Thing } from '#ui/seo.tsx'
import { useAuthor, useSite } from '#ui/site.ts'
import { BookCard } from './book-card.tsx'
import { books, booksPageText, type Shelf, seriesList, standaloneShelf } from './content.ts'
import { shelfRows } from './shelf-rows.ts'
import { bookThing, seriesThing } from './structured-data.ts'

const shelves = [standaloneShelf, ...seriesList].map((shelf) => ({
  shelf,
  onIt: books.filter((book) => (book.series ?? standaloneShelf.name) === shelf.name),
}))

export default function BooksPage() {
  const author = useAuthor()
  const { today } = useSite()
  return (
    <>
      <Seo
        title="Books"
        description={`All ${books.length} books by ${author.name}: The Veil Song Chronicles, the Clinic Binge Series, and the standalone novels, in reading order.`}
        path={paths.books}
        share="books"
        things={(origin) => catalogueThings(origin, author, today)}
      />
      <PageHeading title={booksPageText.heading}>{booksPageText.intro}</PageHeading>
      {books.length === 0 ? (
        <Notice title="Nothing on the shelf yet">{booksPageText.empty}</Notice>
      ) : (
        <>
          <ShelfIndex />
          {shelves.map(({ shelf, onIt }) => (
            <ShelfSection key={shelf.slug} shelf={shelf} onIt={onIt} />
          ))}
        </>
      )}
    </>
  )
}

function ShelfIndex() {
  return (
    <nav aria-label="Shelves" data-print="off" className="shelf-index sticky z-20 border-y border-line bg-ground">
      <ul className="column flex gap-x-6 overflow-x-auto text-[0.9375rem] whitespace-nowrap">
        {shelves.map(({ shelf, onIt }) => (
          <li key={shelf.slug}>
            <a href={`#${shelf.slug}`} className="inline-flex min-h-12 items-center gap-1.5 text-muted hover:text-ink">
              {shelf.shortLabel} <span className="text-faint tabular-nums">{onIt.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Books = (typeof shelves)[number]['onIt']

function ShelfSection({ shelf, onIt }: { shelf: Shelf; onIt: Books }) {
  const isStandalone = shelf === standaloneShelf
  // A short series stands beside its name: across the page it would be as large as the books that stand alone.
  const isBeside = !isStandalone && onIt.length <= 3
  return (
    <section
      id={shelf.slug}
      aria-labelledby={`${shelf.slug}-title`}
      className={cn(
        'column -scroll-mt-2 pt-16 md:-scroll-mt-8 md:pt-24',
        isBeside && 'lg:grid lg:grid-cols-[1fr_2fr] lg:gap-x-16',
      )}
    >
      <div>
        <h2 id={`${shelf.slug}-title`} className="title-2">
          {shelf.name}
        </h2>
        <p className="lead mt-3 text-muted">{shelf.pitch}</p>
      </div>
      <div className={cn('book-shelf mt-10', isBeside && 'lg:mt-0')}>
        {shelfRows(onIt.length)
          .flatMap((row) => Array<number>(row).fill(row))
          .map((row, index) => {
            const book = onIt[index]
            return (
              book && (
                <BookCard
                  key={book.slug}
                  book={book}
                  isFirstView={isStandalone && index < 3}
                  className={placeInRow[row]}
                  sizes={`(min-width: 48rem) ${isBeside ? 22 : Math.round(90 / row)}vw, 45vw`}
                />
              )
            )
          })}
      </div>
    </section>
  )
}

const placeInRow: Record<number, string> = {
  1: 'md:col-span-12 md:lying',
  2: 'md:col-span-6 md:lying',
  3: 'md:col-span-4',
  4: 'md:col-span-3',
}

function catalogueThings(origin: string, author: Author, today: string): Thing[] {
  return [
    {
      '@type': 'CollectionPage',
      '@id': `${origin}${paths.books}`,
      name: `Books by ${author.name}`,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: books.length,
        itemListElement: books.map((book, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: `${origin}${paths.books}#${book.slug}`,
        })),
      },
    },
    ...seriesList.map((series) => seriesThing(origin, series)),
    ...books.map((book) =>
      bookThing(
        origin,
        book,
        seriesList.find((series) => series.name === book.series),
        today,
      ),
    ),
  ]
}
