import { useId, useState } from 'react'
import { type Cause, causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { sendJson } from '#lib/send-json.ts'
import { controlClass } from '#ui/field.tsx'
import { booksRoom } from './admin-books-text.ts'
import type { ListedBook, Roles } from './contract.ts'

type Props = { books: readonly ListedBook[]; roles: Roles; onChange: () => Promise<unknown> }

const words = booksRoom.roles

/** Which of her books is asked for ahead, and which is given away. */
export function RolesPanel({ books, roles, onChange }: Props) {
  const [problem, setProblem] = useState<Cause | null>(null)
  const titleOf = (id: string) => books.find((book) => book.id === id)?.title

  /** Only the one she chose: the other may have been chosen in another window meanwhile. */
  async function give(role: keyof Roles, id: string | null) {
    await sendJson('PUT', '/api/owner/shelves/roles', { [role]: id })
    await onChange()
  }
  async function choose(role: keyof Roles, id: string) {
    setProblem(null)
    const before = roles[role]
    try {
      await give(role, id || null)
    } catch (error) {
      return setProblem(causeOf(error))
    }
    const kind = words[role].toLowerCase()
    const title = titleOf(id)
    offerUndo(title ? `“${title}” is your ${kind} from now on.` : `You have no ${kind} any more.`, () =>
      give(role, before),
    )
  }
  return (
    <section aria-labelledby="given-away" className="border-t border-line pt-8 pb-12">
      <h2 id="given-away" className="title-3">
        {words.title}
      </h2>
      {problem && (
        <div role="status" className="mt-4">
          <DeskCause cause={problem} failed={booksRoom.notDone} />
        </div>
      )}
      <div className="mt-5 grid max-w-3xl gap-6 sm:grid-cols-2">
        <Choice
          label={words.advance}
          note={words.advanceNote}
          value={roles.advance}
          books={books.filter(({ isHidden }) => !isHidden)}
          onChoose={(id) => choose('advance', id)}
        />
        <Choice
          label={words.free}
          note={words.freeNote}
          value={roles.free}
          books={books}
          onChoose={(id) => choose('free', id)}
        />
      </div>
    </section>
  )
}

type ChoiceProps = {
  label: string
  note: string
  value: string | null
  books: readonly ListedBook[]
  onChoose: (id: string) => void
}

function Choice({ label, note, value, books, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={`${id}-note`}
        // A hidden one that was offered is offered to nobody.
        value={books.some((book) => book.id === value) ? (value ?? '') : ''}
        onChange={(event) => onChoose(event.target.value)}
        data-needs-script
        className={`${controlClass} h-12`}
      >
        <option value="">{words.none}</option>
        {books.map((book) => (
          <option key={book.id} value={book.id}>
            {book.title}
          </option>
        ))}
      </select>
      <p id={`${id}-note`} className="small mt-2 text-muted">
        {note}
      </p>
    </div>
  )
}
