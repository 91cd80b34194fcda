import { type FormEvent, useState } from 'react'
import { type Cause, causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { DeskArea } from '#desk/field.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { countInWords } from '#desk/words.ts'
import { formatDate } from '#lib/dates.ts'
import { faultOfIsbn } from '#lib/isbn.ts'
import { sendJson } from '#lib/send-json.ts'
import { toUrl } from '#lib/url.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { ListedBook } from './contract.ts'
import { type ListedTitle, linkAlone, mostImported, titlesIn } from './import-list.ts'
import { shopOfLink } from './shops.ts'

type Props = { known: readonly ListedBook[]; onAdded: () => Promise<unknown> }

/** Many at once: out of a list she has somewhere already. */
export function ImportBooks({ known, onAdded }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
      data-needs-script
      className="border-t border-line pt-4"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">Bring in a list of books</summary>
      {isOpen && (
        <ImportForm
          known={known}
          onAdded={async () => {
            setIsOpen(false)
            await onAdded()
          }}
        />
      )}
    </details>
  )
}

function ImportForm({ known, onAdded }: Props) {
  const [text, setText] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<Cause | null>(null)
  const all = titlesIn(text)
  const found = all.slice(0, mostImported)
  const isHere = ({ title, series }: ListedTitle) =>
    known.some((book) => same(book.title, title) && (series === '' || same(book.series ?? '', series)))
  const fresh = found.filter((book) => !isHere(book) && !linkAlone.test(book.title))
  const here = found.filter(isHere).length
  const isUndated = fresh.some(({ publicationDate, shops }) => publicationDate === null && shops.length === 0)
  const many = countInWords(fresh.length, 'book', 'books')

  async function bring(event: FormEvent) {
    event.preventDefault()
    if (fresh.length === 0) return
    setIsPending(true)
    setProblem(null)
    try {
      const books = fresh.map(toInput)
      const { added } = (await sendJson('POST', '/api/owner/book-import', { books })) as { added: string[] }
      await onAdded()
      offerUndo(`Added ${many}.`, async () => {
        for (const id of added) await sendJson('DELETE', `/api/owner/books/${id}`, {})
        await onAdded()
      })
    } catch (error) {
      setProblem(causeOf(error))
      setIsPending(false)
    }
  }
  return (
    <form onSubmit={bring} noValidate className="grid max-w-3xl gap-5 pt-2 pb-8">
      <DeskArea
        label="Your list"
        rows={6}
        text={text}
        onText={setText}
        note={`One title on each line, with its series in brackets if it has one: Low Water (The Harbour Books, #1). Or a table out of a spreadsheet, with Title, Series, Number, Publication date, Shop, Link and ISBN above its columns. At most ${mostImported} at once.`}
      />
      {found.length > 0 && (
        <section aria-label="What we understood">
          <h3 className="font-semibold">
            {many} to add
            {here > 0 && `, and ${hereWords(here)} on your shelves already`}
          </h3>
          {all.length > found.length && (
            <p className="small mt-1 text-danger">
              {leftOutWords(all.length - found.length)}: at most {mostImported} come in at once. Bring the rest after
              these.
            </p>
          )}
          {isUndated && (
            <p className="small mt-1 text-muted">
              Readers see each of these at once. One without a date and a shop stands there as “Coming soon” until you
              add either.
            </p>
          )}
          <ul className="mt-3 max-h-96 overflow-y-auto border-y border-line">
            {found.map((book, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of what is being typed, known by their place
              <li key={at} className="border-b border-line py-2 last:border-b-0">
                <span dir="auto" className={isHere(book) ? 'text-faint' : 'font-semibold'}>
                  {book.title}
                </span>{' '}
                <span className="small text-muted">{isHere(book) ? 'Already here: left out.' : factsOf(book)}</span>
                {!isHere(book) &&
                  faultsOf(book).map((fault) => (
                    <span key={fault} className="small block text-danger">
                      {fault}
                    </span>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {problem && (
        <div role="status">
          <DeskCause cause={problem} failed="None of them was added." />
        </div>
      )}
      <div>
        <SubmitButton
          label={fresh.length > 0 ? `Add ${many}` : 'Add Books'}
          pendingLabel="Adding..."
          isPending={isPending}
          aria-disabled={fresh.length === 0}
        />
      </div>
    </form>
  )
}

function hereWords(count: number): string {
  return count === 1 ? '1 that stands' : `${count} that stand`
}

function leftOutWords(count: number): string {
  return count === 1 ? 'The last one of your list is left out' : `The last ${count} of your list are left out`
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function faultsOf({ faults, isbn }: ListedTitle): string[] {
  const fault = isbn && faultOfIsbn(isbn)
  return [...faults, ...(fault ? [`“${isbn}”: ${fault}.`] : [])]
}

function factsOf({ series, seriesOrder, publicationDate, shops, isbn }: ListedTitle): string {
  return [
    series && (seriesOrder === null ? series : `${series}, Book ${seriesOrder}`),
    publicationDate && formatDate(publicationDate),
    shops.map(shopName).join(', '),
    // A list seldom says of what: she sees what we take it for, and can change it in the book's form.
    isbn && !faultOfIsbn(isbn) && `ISBN ${isbn}, taken for the e-book’s`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function shopName({ name, url }: ListedTitle['shops'][number]): string {
  return name || (shopOfLink(url) ?? toUrl(url)?.hostname.replace(/^www\./, '') ?? url)
}

/** What could not be read is left out, and said: she adds it in the book's form. */
function toInput({ title, series, seriesOrder, caption, publicationDate, shops, isbn }: ListedTitle) {
  const editions = isbn && !faultOfIsbn(isbn) ? [{ format: 'E-book', isbn }] : []
  const sold = shops.map((shop) => ({ name: shopName(shop), url: shop.url }))
  return { title, series: series || null, seriesOrder, caption, publicationDate, shops: sold, editions }
}
