import { type FormEvent, useId, useState } from 'react'
import { causeOf } from '#desk/cause.ts'
import { DeskField } from '#desk/field.tsx'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { controlClass } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { ListedBook, OwnerShelf } from './contract.ts'

type Props = { shelf: OwnerShelf; books: readonly ListedBook[]; onChange: () => Promise<unknown> }

/** What is said of a series: its name, a line, and where to begin. Folded away: she seldom needs it. */
export function ShelfWords({ shelf, books, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget: { open } }) => setIsOpen(open)} data-needs-script>
      <summary className="small min-h-11 cursor-pointer py-3 text-link">
        {shelf.pitch ? <span className="text-muted">{shelf.pitch} </span> : null}
        {shelf.series === null ? 'Say something about these books' : 'Name, line and where to start'}
      </summary>
      {isOpen && (
        <WordsForm
          shelf={shelf}
          books={books}
          onSaved={async () => {
            setIsOpen(false)
            await onChange()
          }}
        />
      )}
    </details>
  )
}

function WordsForm({ shelf, books, onSaved }: Omit<Props, 'onChange'> & { onSaved: () => Promise<unknown> }) {
  const start = useId()
  const [typed, setTyped] = useState({ name: shelf.name, pitch: shelf.pitch, startId: shelf.startId ?? '' })
  const [state, setState] = useState<{ isPending: boolean; faults: Record<string, string>; words: string }>({
    isPending: false,
    faults: {},
    words: '',
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    setState({ isPending: true, faults: {}, words: '' })
    try {
      const { startId, ...rest } = typed
      await sendJson('PUT', '/api/owner/shelves/series', { series: shelf.series, ...rest, startId: startId || null })
      toast({ title: 'Saved', description: 'Your shelves say it from now on.' })
      await onSaved()
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : {}
      setState({ isPending: false, faults, words: Object.keys(faults).length > 0 ? '' : causeOf(error).words })
    }
  }
  return (
    <form onSubmit={save} noValidate className="grid max-w-xl gap-5 border-l-2 border-line pt-2 pb-6 pl-5">
      {shelf.series !== null && (
        <DeskField
          label="Name of the series"
          value={typed.name}
          onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          error={state.faults.name}
          note="Every book of it goes along."
        />
      )}
      <DeskField
        label="A line about it"
        value={typed.pitch}
        onChange={(event) => setTyped({ ...typed, pitch: event.target.value })}
        error={state.faults.pitch}
        note="Under its name on Books and on the first page."
      />
      {shelf.series !== null && books.length > 1 && (
        <div>
          <label htmlFor={start} className="block pb-1.5 text-base/6 font-semibold">
            Where to start
          </label>
          <select
            id={start}
            value={typed.startId}
            onChange={(event) => setTyped({ ...typed, startId: event.target.value })}
            className={`${controlClass} h-12`}
          >
            <option value="">The first one</option>
            {books.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      <p role="status" className="small text-danger empty:hidden">
        {state.words}
      </p>
      <div>
        <SubmitButton label="Save Shelf" pendingLabel="Saving..." isPending={state.isPending} variant="secondary" />
      </div>
    </form>
  )
}
