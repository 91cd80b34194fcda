import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { DeskButton } from './button.tsx'
import { sayNotDone } from './call.ts'
import { DeskFailure } from './failure.tsx'

type Props = {
  isOpen: boolean
  title: string
  children: ReactNode
  keepLabel: string
  actLabel: string
  actingLabel: string
  /** what is done here cannot be taken back by anything */
  isFinal?: boolean
  /** a second, smaller thing that could be done instead */
  other?: { label: string; act: () => Promise<unknown> } | null
  onAct: () => Promise<unknown>
  onClose: () => void
}

/** Asks first. The way out comes first, and has the focus. */
export function DeskConfirm({ isOpen, ...question }: Props) {
  const id = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={question.onClose}
      labelledBy={id}
      className="w-[min(36rem,100%)] rounded-paper border border-line"
    >
      <Question id={id} {...question} />
    </Dialog>
  )
}

/** For as long as it is asked: the next one knows nothing of what became of it. */
function Question({
  id,
  title,
  children,
  keepLabel,
  actLabel,
  actingLabel,
  isFinal = false,
  other,
  onAct,
  onClose,
}: Omit<Props, 'isOpen'> & { id: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isActing, setIsActing] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function act(what: () => Promise<unknown>) {
    if (isActing) return
    setIsActing(true)
    setError(null)
    try {
      await what()
      // What is open by then may be another question.
      if (form.current) onClose()
    } catch (error) {
      if (!form.current) sayNotDone(error)
      setError(error)
    } finally {
      setIsActing(false)
    }
  }

  return (
    <form
      ref={form}
      className="p-6 sm:p-8"
      onSubmit={(event) => {
        event.preventDefault()
        void act(onAct)
      }}
    >
      <h2 id={id} className="title-3 pr-10">
        {title}
      </h2>
      <div className="mt-4 space-y-3">{children}</div>
      <div role="status">
        <DeskFailure error={error} unchanged="Nothing was changed." className="mt-6" />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onClose}>
          {keepLabel}
        </Button>
        {other && (
          <DeskButton variant="secondary" isBusy={isActing} onClick={() => act(other.act)}>
            {other.label}
          </DeskButton>
        )}
        <SubmitButton
          label={actLabel}
          pendingLabel={actingLabel}
          isPending={isActing}
          className={isFinal ? 'bg-danger! text-raised!' : undefined}
        />
      </div>
    </form>
  )
}
