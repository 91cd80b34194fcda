import { paths } from '#lib/paths.ts'
import { ArrowOut } from '#ui/arrow-out.tsx'
import { cn } from '#ui/cn.ts'
import { Cover } from '#ui/cover.tsx'
import { Link } from '#ui/link.tsx'
import type { Book } from './contract.ts'
import { dateWords, isOutOn } from './publication.ts'

type Props = {
  book: Book
  today: string
  sizes: string
  /** it has the row to itself: there is room for how its description begins */
  isLone?: boolean
  isFirstView?: boolean
  className?: string | undefined
}

export function BookCard({ book, today, sizes, isLone = false, isFirstView = false, className }: Props) {
  const { slug, title, series, seriesOrder, caption, summary } = book
  return (
    <article id={slug} className={cn('book-card relative scroll-mt-16', className)}>
      <div className="lift">
        <Cover
          book={book}
          sizes={sizes}
          loading={isFirstView ? 'eager' : 'lazy'}
          fetchPriority={isFirstView ? 'high' : 'auto'}
        />
      </div>
      <div className="book-words flex min-w-0 flex-1 flex-col items-start">
        {series && (
          <p className="small text-faint">
            {seriesOrder === null ? (
              series
            ) : (
              <>
                {series}, Book&nbsp;{seriesOrder}
              </>
            )}
          </p>
        )}
        <h3 dir="auto" className="title-3 mt-1.5 wrap-anywhere">
          {/* Its area also lies over the cover: pressing either leads to the book. */}
          <Link
            href={paths.book(slug)}
            className="hover:underline after:absolute after:top-0 after:left-0 after:aspect-2/3 after:w-(--cover)"
          >
            {title}
          </Link>
        </h3>
        {caption && (
          <p dir="auto" className="mt-2.5 font-prose text-[1.0625rem]/[1.5] text-muted">
            {caption}
          </p>
        )}
        {isLone && summary && (
          <p dir="auto" className="mt-4 hidden max-w-[30.1em] font-prose text-[1.0625rem]/[1.6] md:block">
            {summary}
          </p>
        )}
        {!isOutOn(book, today) && <p className="small mt-2.5 font-semibold">{dateWords(book, today)}</p>}
        <Purchase book={book} />
      </div>
    </article>
  )
}

/** Straight to the first of its shops; the others stand on its own page. */
function Purchase({ book: { slug, title, shops } }: { book: Book }) {
  const [shop] = shops
  if (!shop) return null
  return (
    <a
      href={shop.url}
      data-book={slug}
      data-shop={shop.name}
      target="_blank"
      rel="noopener"
      className="link mt-auto inline-flex min-h-11 items-center pt-1 font-semibold"
    >
      Purchase<span className="sr-only"> {title} (opens in a new tab)</span>
      <ArrowOut />
    </a>
  )
}
