import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { causeOf } from '#desk/cause.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Link } from '#ui/link.tsx'
import type { LetterView } from './contract.ts'
import { lettersText } from './letters-text.ts'

type Props = {
  title: string
  /** undefined: not read yet */
  subject: string | undefined
  to: ReactNode
  children: ReactNode
  /** what lets it go; nothing where it cannot */
  button: ReactNode
  onSubmit: (event: FormEvent) => void
  onClose: () => void
}

/** Until it is known what it is. */
export const reading = 'One moment…'

/** Before anything leaves: what it is, whom it goes to, and what is not as it should be. The way out comes first. */
export function LastLook({ title, subject, to, children, button, onSubmit, onClose }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    flushSync(() => onSubmit(event))
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="w-[min(38rem,100%)] rounded-paper border border-line">
      <form ref={form} onSubmit={submit} noValidate className="p-6 sm:p-8">
        <h2 id={id} className="title-3 pr-10">
          {title}
        </h2>
        <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <dt className="text-muted">Subject</dt>
          <dd className="wrap-anywhere">{subject || 'Without a subject'}</dd>
          <dt className="text-muted">To</dt>
          <dd className="min-w-0">{to}</dd>
        </dl>
        {children}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          {button}
        </div>
      </form>
    </Dialog>
  )
}

/** First what stops it, then what only asks or is only said; at last the ways to where it is mended. */
export function Checks({ checks = [] }: { checks: LetterView['checks'] | undefined }) {
  const rooms = new Set(checks.flatMap(({ room }) => room ?? []))
  return (
    <>
      {checks
        .toSorted((a, b) => Number(b.isStop) - Number(a.isStop))
        .map(({ words, isStop, isNote }) => (
          <p
            key={words}
            className={cn(
              'border-l-2 pl-4',
              isStop ? 'border-danger bg-danger-bg py-2 pr-4' : isNote ? 'border-line text-muted' : 'border-warn',
            )}
          >
            {words}
          </p>
        ))}
      {rooms.size > 0 && (
        <p className="flex flex-wrap gap-x-6">
          {[...rooms].map((room) => (
            <Link key={room} href={deskPaths[room]} className="link inline-flex min-h-11 items-center">
              Open {roomNames[room]}
            </Link>
          ))}
        </p>
      )}
    </>
  )
}

/** With the buttons below it. */
function bringIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

const roomNames = { files: 'Files', settings: 'Settings', site: 'My Site' } as const

/**
 * What is not as it should be, and need not stop it: she ticks that she means it. What would cost her more than this
 * letter she is asked once more, when she has pressed the button.
 */
export function useDoubts(checks: LetterView['checks'] = [], label: string) {
  const id = useId()
  const [isMeant, setIsMeant] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isAskedAgain, setIsAskedAgain] = useState(false)
  const doubts = checks.filter(({ isStop, isNote }) => !isStop && !isNote)

  function isTicked(): boolean {
    const isFine = doubts.length === 0 || isMeant
    setFault(isFine ? undefined : 'Tick this to go on')
    return isFine
  }
  /** The last thing before it is done; false: she has just been asked. */
  function isMeantTwice(): boolean {
    const isFine = isAskedAgain || !doubts.some(({ isAskedTwice }) => isAskedTwice)
    setIsAskedAgain(!isFine || isAskedAgain)
    return isFine
  }
  const field = doubts.length > 0 && (
    <>
      <CheckField
        label={label}
        checked={isMeant}
        aria-invalid={fault !== undefined}
        aria-describedby={id}
        onChange={({ target }) => setIsMeant(target.checked)}
      />
      <p id={id} className="small pl-8 text-danger empty:hidden">
        {fault}
      </p>
    </>
  )
  const second = isAskedAgain && (
    <p role="alert" ref={bringIntoSight} className="mt-5 scroll-mb-32 border-l-2 border-danger bg-danger-bg px-4 py-2">
      {lettersText.junk}
    </p>
  )
  return { isMeant, isTicked, isMeantTwice, field, second }
}

/** Somebody has saved, sent or scheduled it since, or there is more to ask. */
export function isConflict(error: unknown): boolean {
  return Boolean(error) && causeOf(error).status === 409
}
