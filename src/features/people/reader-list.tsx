import { type ReactNode, useId, useState } from 'react'
import { sayFailed } from '#desk/call.ts'
import { causeOf, isSignedOut } from '#desk/cause.ts'
import { DeskFind } from '#desk/find.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { SignedOut } from '#desk/signed-out.tsx'
import { DeskAddress, DeskWindow } from '#desk/window.tsx'
import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import { useGroup } from './queries.ts'

/** Something that can be done for one reader; what it answers is told beside her. */
export type ReaderAction = { label: string; busy: string; failed: string; act: (email: string) => Promise<string> }

type Deed = { words: ReactNode; isBusy: boolean; isFault: boolean }

type Props = {
  actions: readonly ReaderAction[]
  /** what to know before anything is done */
  warning: string | null
  /** what became of the letter before, where nothing is done for her now */
  resultOf: (email: string) => ReactNode
}

/** Every reader that was loaded, and what can be done for her alone. */
export function ReaderList({ actions, warning, resultOf }: Props) {
  const { group } = useGroup()
  const [sought, setSought] = useState('')
  const { deeds, act } = useDeeds()
  if (!group || group.count === 0) return null
  const wanted = sought.trim().toLowerCase()
  const found = wanted === '' ? group.subscribers : group.subscribers.filter((email) => email.includes(wanted))
  return (
    <section aria-labelledby="readers" className="mt-14 border-t border-line pt-10">
      <h2 id="readers" className="title-3">
        Reader by reader
      </h2>
      {warning && <p className="mt-4 border-l-2 border-warn pl-4">{warning}</p>}
      <DeskFind label="Find an address" className="mt-4 mb-3" value={sought} onValue={setSought} />
      <p role="status" className="small mb-3 text-muted">
        {found.length === group.count
          ? `${countInWords(group.count, 'reader', 'readers')}.`
          : `${found.length.toLocaleString('en-CA')} of ${countInWords(group.count, 'reader', 'readers')}.`}
        {group.refused && (
          <>
            {' '}
            {countInWords(group.refused, 'more gets', 'more get')} no letters: they bounced or complained.{' '}
            <Link href={deskPaths.subscribers} className="link">
              See who
            </Link>
          </>
        )}
      </p>
      {found.length > 0 && (
        <DeskWindow
          caption="Readers"
          rows={found}
          keyOf={(email) => email}
          className="[--columns:minmax(0,1fr)_minmax(0,1fr)_15rem] [--row:8rem] md:[--row:4rem]"
          columns={[
            { label: 'Reader', cell: (email) => <DeskAddress email={email} /> },
            {
              label: 'Result',
              className: 'small',
              cell: (email) => <Result deed={deeds[email]} before={resultOf(email)} />,
            },
            {
              label: 'Actions',
              cell: (email) => <Actions email={email} actions={actions} deed={deeds[email]} onAct={act} />,
            },
          ]}
        />
      )}
    </section>
  )
}

/** What was done for whom on this page. Kept here, because rows come and go as one scrolls. */
function useDeeds() {
  const [deeds, setDeeds] = useState<Record<string, Deed>>({})

  async function act(email: string, { busy, failed, act }: ReaderAction) {
    const note = (words: ReactNode, { isBusy = false, isFault = false } = {}) =>
      setDeeds((known) => ({ ...known, [email]: { words, isBusy, isFault } }))
    note(busy, { isBusy: true })
    try {
      const words = await act(email)
      note(words)
      toast({ title: 'Done', description: words })
    } catch (error) {
      note(isSignedOut(error) ? <SignedOut /> : causeOf(error).words, { isFault: true })
      sayFailed(failed, error)
    }
  }
  return { deeds, act }
}

function Result({ deed, before }: { deed: Deed | undefined; before: ReactNode }) {
  return (
    <span className={cn('line-clamp-2', deed?.isFault ? 'text-danger' : 'text-muted')}>{deed?.words ?? before}</span>
  )
}

type ActionsProps = {
  email: string
  actions: readonly ReaderAction[]
  deed: Deed | undefined
  onAct: (email: string, action: ReaderAction) => void
}

function Actions({ email, actions, deed, onAct }: ActionsProps) {
  const id = useId()
  return (
    <span className="flex flex-wrap gap-x-5">
      <span id={id} className="sr-only">
        {email}
      </span>
      {actions.map((action) => (
        <DeskRowButton
          key={action.label}
          isBusy={deed?.isBusy}
          aria-describedby={id}
          onClick={() => onAct(email, action)}
        >
          {action.label}
        </DeskRowButton>
      ))}
    </span>
  )
}
