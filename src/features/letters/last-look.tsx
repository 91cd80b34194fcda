import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { LetterView } from './contract.ts'

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

/** Before anything leaves: what it is, whom it goes to, and what is not as it should be. The way out comes first. */
export function LastLook({ title, subject, to, children, button, onSubmit, onClose }: Props) {
  const id = useId()
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="w-[min(38rem,100%)] rounded-paper border border-line">
      <form onSubmit={onSubmit} noValidate className="p-6 sm:p-8">
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

/** First what stops it, then what only asks. */
export function Checks({ checks = [] }: { checks: LetterView['checks'] | undefined }) {
  return checks
    .toSorted((a, b) => Number(b.isStop) - Number(a.isStop))
    .map(({ words, isStop }) => (
      <p
        key={words}
        className={isStop ? 'border-l-2 border-danger bg-danger-bg px-4 py-2' : 'border-l-2 border-warn pl-4'}
      >
        {words}
      </p>
    ))
}
