import { ArrowOut } from '#ui/arrow-out.tsx'
import { cn } from '#ui/cn.ts'
import { Cover } from '#ui/cover.tsx'
import type { Book } from './content.ts'

type Props = { book: Book; sizes: string; isFirstView?: boolean; className?: string }

export function BookCard({ book, sizes, isFirstView = false, className }: Props) {
  return (
    <article id={book.slug} className={cn('book-card group relative scroll-mt-16', className)}>
      <div className="transition-transform duration-200 ease-(--ease) group-has-[a:hover,a:focus-visible]:-translate-y-1">
        <Cover
          slug={book.slug}
          alt={book.coverAlt}
          sizes={sizes}
          loading={isFirstView ? 'eager' : 'lazy'}
          fetchPriority={isFirstView ? 'high' : 'auto'}
        />
      </div>
      <div className="book-words flex flex-1 flex-col items-start">
        {book.series && (
          <p className="small text-faint">
            {book.series}, Book&nbsp;{book.seriesOrder}
          </p>
        )}
        <h3 className="title-3 mt-1.5">{book.title}</h3>
        <p className="mt-2.5 mb-3 font-prose text-[1.0625rem]/[1.5] text-muted">{book.caption}</p>
        {/* One link, whose area also lies over the cover: pressing either leads to the shop. */}
        <a
          href={book.purchaseLink}
          data-book={book.slug}
          target="_blank"
          rel="noopener"
          className="link mt-auto inline-flex min-h-11 items-center font-semibold after:absolute after:top-0 after:left-0 after:aspect-2/3 after:w-(--cover)"
        >
          Purchase<span className="sr-only"> {book.title} (opens in a new tab)</span>
          <ArrowOut />
        </a>
      </div>
    </article>
  )
}
