import { type DragEvent, useState } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { Mover, moved } from '#desk/mover.tsx'
import { DeskPageOff } from '#desk/page-off.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { leadsSomewhere, useSite } from '#ui/site.ts'
import type { ListedBook, OwnerShelf, Roles } from './contract.ts'
import { DeskCover } from './desk-cover.tsx'
import { dateWords, isOutOn } from './publication.ts'
import { ShelfWords } from './shelf-words.tsx'

type Acts = {
  onRemove: (book: ListedBook) => void
  onArrange: (shelves: OwnerShelf[]) => void
  onChange: () => Promise<unknown>
}
type Props = Acts & {
  books: readonly ListedBook[]
  shelves: readonly OwnerShelf[]
  roles: Roles
  /** ids of those with words that were never saved */
  unsaved: readonly string[]
}

/** Her shelves as readers see them, each book with what can be done to it. */
export function ShelfList({ books, shelves, roles, unsaved, onArrange, ...acts }: Props) {
  const [said, setSaid] = useState('')
  const byId = new Map(books.map((book) => [book.id, book]))

  const put = (next: OwnerShelf[], words: string) => {
    setSaid(words)
    onArrange(next)
  }
  const moveShelf = (at: number, by: -1 | 1) =>
    put(moved(shelves, at, at + by), `${shelves[at]?.name} is now shelf ${at + by + 1} of ${shelves.length}.`)
  const moveBook = (shelf: OwnerShelf, from: number, to: number) => {
    const next = { ...shelf, books: moved(shelf.books, from, to) }
    const title = byId.get(shelf.books[from] ?? '')?.title
    put(
      shelves.map((one) => (one === shelf ? next : one)),
      `${title} is now ${to + 1} of ${shelf.books.length}.`,
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {shelves.map((shelf, at) => (
        <section key={shelf.slug} aria-labelledby={`shelf-${shelf.slug}`} className="pb-12">
          <div className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line pb-2">
            <h2 id={`shelf-${shelf.slug}`} dir="auto" className="title-3 wrap-anywhere">
              {shelf.name}
            </h2>
            {shelves.length > 1 && (
              <Mover name={shelf.name} at={at} count={shelves.length} onMove={(by) => moveShelf(at, by)} />
            )}
          </div>
          <ShelfWords shelf={shelf} books={shelf.books.flatMap((id) => byId.get(id) ?? [])} onChange={acts.onChange} />
          <Books
            shelf={shelf}
            byId={byId}
            roles={roles}
            unsaved={unsaved}
            onMove={(from, to) => moveBook(shelf, from, to)}
            onRemove={acts.onRemove}
          />
        </section>
      ))}
    </>
  )
}

type BooksProps = Pick<Props, 'roles' | 'unsaved' | 'onRemove'> & {
  shelf: OwnerShelf
  byId: ReadonlyMap<string, ListedBook>
  onMove: (from: number, to: number) => void
}

/** By its buttons with any keyboard, or taken by hand and put down where it belongs. */
function Books({ shelf, byId, roles, unsaved, onMove, onRemove }: BooksProps) {
  const site = useSite()
  const [held, setHeld] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const letGo = () => {
    setHeld(null)
    setOver(null)
  }
  const hover = (event: DragEvent, at: number) => {
    if (held === null) return
    event.preventDefault()
    setOver(at)
  }
  return (
    <ol>
      {shelf.books.map((id, at) => {
        const book = byId.get(id)
        if (!book) return null
        return (
          <li
            key={id}
            draggable={shelf.books.length > 1}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setHeld(at)
            }}
            onDragOver={(event) => hover(event, at)}
            onDrop={(event) => {
              if (held === null) return
              // Or a browser opens what was let go: a cover, or a title's link.
              event.preventDefault()
              if (held !== at) onMove(held, at)
              letGo()
            }}
            onDragEnd={letGo}
            className={cn(
              'grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-5 border-b border-line py-4 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]',
              held === at && 'opacity-50',
              over === at && held !== at && 'bg-raised',
            )}
          >
            <DeskCover book={book} sizes="72px" />
            <div className="min-w-0">
              <h3 dir="auto" className="font-semibold wrap-anywhere">
                <Link href={deskPaths.book(id)} className="hover:text-link hover:underline">
                  {book.title}
                </Link>
              </h3>
              <Facts book={book} />
              <Badges book={book} roles={roles} isUnsaved={unsaved.includes(id)} />
            </div>
            <div className="col-span-2 flex flex-wrap items-center gap-x-4 sm:col-span-1 sm:justify-end">
              {shelf.books.length > 1 && (
                <Mover name={book.title} at={at} count={shelf.books.length} onMove={(by) => onMove(at, at + by)} />
              )}
              <Link
                href={deskPaths.book(id)}
                aria-label={`Edit ${book.title}`}
                className="small inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:text-ink"
              >
                Edit
              </Link>
              <DeskRowButton aria-label={`Delete ${book.title}`} onClick={() => onRemove(book)} data-needs-script>
                Delete
              </DeskRowButton>
              {!book.isHidden && !leadsSomewhere(site, paths.books) && <DeskPageOff />}
              {!book.isHidden && leadsSomewhere(site, paths.books) && (
                <ExternalLink
                  href={paths.book(book.slug)}
                  aria-label={`View ${book.title} (opens in a new tab)`}
                  className="small inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:text-ink"
                >
                  View
                </ExternalLink>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Facts({ book }: { book: ListedBook }) {
  const { today } = useSite()
  const facts = [
    book.seriesOrder === null ? '' : `Book ${book.seriesOrder}`,
    book.isHidden && !book.publicationDate ? '' : dateWords(book, today),
    book.shops.map(({ name }) => name).join(', '),
  ].filter(Boolean)
  return <p className="small mt-0.5 text-muted wrap-anywhere">{facts.join(' · ')}</p>
}

function Badges({ book, roles, isUnsaved }: { book: ListedBook; roles: Roles; isUnsaved: boolean }) {
  const { today } = useSite()
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
      {book.isHidden ? (
        <DeskBadge>Hidden</DeskBadge>
      ) : isOutOn(book, today) ? (
        <DeskBadge variant="success">Out</DeskBadge>
      ) : (
        <DeskBadge variant="warn">Upcoming</DeskBadge>
      )}
      {roles.advance === book.id && <DeskBadge variant="accent">Advance copy</DeskBadge>}
      {roles.free === book.id && <DeskBadge variant="accent">Free book</DeskBadge>}
      {book.isSample && <DeskBadge>Sample</DeskBadge>}
      {isUnsaved && <DeskBadge className="border-dashed">Unsaved words</DeskBadge>}
    </p>
  )
}
