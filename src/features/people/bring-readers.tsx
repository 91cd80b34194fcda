import { type Dispatch, type FormEvent, type SetStateAction, useId, useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskWindow } from '#desk/window.tsx'
import { countInWords } from '#desk/words.ts'
import { ApiError } from '#lib/send-json.ts'
import { AreaField } from '#ui/area-field.tsx'
import { Field } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Entry, entriesIn, faultOfFile, lineOf, tallyOf } from './addresses.ts'
import type { ImportInput, ImportResult } from './contract.ts'
import { statusMax } from './standing.ts'
import { refusedWords, restWords } from './tally-words.ts'

type Props = { isOpen: boolean; onAdded: () => void }

/** The way into the group: addresses pasted or taken from a file, with how these people agreed. */
export function BringReaders({ isOpen, onAdded }: Props) {
  const [result, setResult] = useState<ImportResult | null>(null)
  // Once open it stays so: what became of an import is read here, when the group is no longer empty.
  const [isUnfolded, setIsUnfolded] = useState(false)
  // Kept here, for folding it takes the form away.
  const [typed, setTyped] = useState<Typed>({ text: '', basis: '' })
  const take = (taken: ImportResult) => {
    setResult(taken)
    onAdded()
  }
  return (
    <details open={isOpen || isUnfolded} onToggle={(event) => setIsUnfolded(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2.5 text-link">Bring readers in</summary>
      <div className="max-w-2xl border-l-2 border-line pt-2 pb-4 pl-5">
        {/* Only when unfolded: folded, the page has one file input, the book's. */}
        {(isOpen || isUnfolded) && <BringForm typed={typed} onTyped={setTyped} onTaken={take} />}
        <div role="status">{result && <Taken result={result} />}</div>
      </div>
    </details>
  )
}

type Typed = { text: string; basis: string }
type FormProps = { typed: Typed; onTyped: Dispatch<SetStateAction<Typed>>; onTaken: (result: ImportResult) => void }

function BringForm({ typed: { text, basis }, onTyped, onTaken }: FormProps) {
  const [isTried, setIsTried] = useState(false)
  const { isPending, error, attempt } = useAttempt('Failed to add readers')
  const found = entriesIn(text)
  const faults = isTried ? faultsOf(found, basis) : {}
  const refusal = error instanceof ApiError ? error.fields : {}

  // As lines that say what the table said of each: a table below other lines could be mistaken for more of them.
  const add = (more: string, fileName: string) =>
    onTyped((known) => ({ ...known, text: [known.text, ...entriesIn(more, fileName).map(lineOf)].join('\n').trim() }))

  async function bring(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(faultsOf(found, basis)).length > 0) return
    const result = await attempt(() =>
      call<ImportResult>('POST', '/api/voracious-readers-subscribers', { subscribers: toSubscribers(found), basis }),
    )
    if (!result) return
    onTyped({ text: '', basis })
    setIsTried(false)
    toast({ title: 'Readers Added', description: `${countInWords(result.added, 'reader', 'readers')} added` })
    onTaken(result)
  }

  return (
    <form onSubmit={bring} noValidate className="space-y-5" data-needs-script>
      <AreaField
        label="Addresses"
        hint="One a line, or a table saved as CSV with its headings. Names beside them are not kept."
        required
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        onChange={(event) => onTyped({ text: event.target.value, basis })}
        error={faults.addresses ?? refusal.subscribers}
        note={text.trim() !== '' && <Found entries={found} />}
      />
      <FileOfAddresses onText={add} />
      <Field
        label="How did they agree?"
        hint="One sentence, kept with each of them. “They signed up at my readings in 2025.”"
        required
        maxLength={500}
        value={basis}
        onChange={(event) => onTyped({ text, basis: event.target.value })}
        error={faults.basis ?? refusal.basis}
      />
      <DeskFailure error={error} unchanged="Nobody was added." />
      <SubmitButton label="Add readers" pendingLabel="Adding..." isPending={isPending} />
    </form>
  )
}

function toSubscribers(entries: readonly Entry[]): ImportInput['subscribers'] {
  return entries.map(({ email, status }) => (status === null ? email : { email, status: status.slice(0, statusMax) }))
}

/** What the press of the button would mean, in true numbers. */
function Found({ entries }: { entries: readonly Entry[] }) {
  const tally = tallyOf(entries)
  const [refused, rest] = [refusedWords(tally), restWords(tally)]
  return (
    <>
      {countInWords(tally.found, 'address', 'addresses')} found, {tally.byStanding.welcome.toLocaleString('en-CA')} to
      bring in.
      {rest && ` ${rest}`}
      {refused && <span className="mt-1 block">{refused}</span>}
    </>
  )
}

function faultsOf(found: readonly Entry[], basis: string): { addresses?: string; basis?: string } {
  return {
    ...(found.length === 0 ? { addresses: 'Paste at least one address' } : {}),
    ...(basis.trim() === '' ? { basis: 'Say how these people agreed to hear from you' } : {}),
  }
}

function FileOfAddresses({ onText }: { onText: (text: string, fileName: string) => void }) {
  const id = useId()
  const [fault, setFault] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const found = faultOfFile(bytes)
    setFault(found)
    if (!found) onText(new TextDecoder().decode(bytes), file.name)
  }
  return (
    <div>
      <label htmlFor={id} className="block pb-1.5 text-base/6 font-semibold">
        From a file <span className="font-normal text-muted">(optional)</span>
      </label>
      <p id={`${id}-hint`} className="small pb-2 text-muted">
        A list exported from MailerLite, Mailchimp, Kit, Substack, Ghost or Brevo, as CSV. Its status column is read:
        who unsubscribed, bounced or complained there is never written to from here.
      </p>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-invalid={fault !== null}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => take(event.target.files?.[0])}
        className="file-input block w-full"
      />
      <div id={`${id}-fault`} role="status">
        {fault && <p className="mt-2 border-l-2 border-danger bg-danger-bg px-4 py-3">{fault}</p>}
      </div>
    </div>
  )
}

/** How many came in, and each who did not, with the reason. */
function Taken({ result: { added, rejected, suppressed } }: { result: ImportResult }) {
  return (
    <div className="mt-6">
      <p className="font-semibold">
        {countInWords(added, 'reader', 'readers')} added
        {rejected.length > 0 && `, ${rejected.length.toLocaleString('en-CA')} left out:`}
      </p>
      {suppressed && (
        <p className="mt-1 max-w-[62ch] text-muted">
          {countInWords(suppressed, 'of them is', 'of them are')} on the list of addresses this site never writes to
          from now on, for so your list said: unsubscribed, bounced or complained.
        </p>
      )}
      {rejected.length > 0 && (
        <div className="mt-3">
          <DeskWindow
            caption="Left out"
            rows={rejected.map((one, index) => ({ ...one, key: `${index} ${one.email}` }))}
            keyOf={({ key }) => key}
            className="[--columns:minmax(0,3fr)_minmax(0,2fr)] [--row:5.5rem] md:[--row:3.75rem]"
            columns={[
              { label: 'Address', cell: ({ email }) => <span className="block truncate">{email}</span> },
              {
                label: 'Reason',
                className: 'small text-muted',
                cell: ({ reason }) => <span className="line-clamp-2">{reason}</span>,
              },
            ]}
          />
        </div>
      )}
    </div>
  )
}
