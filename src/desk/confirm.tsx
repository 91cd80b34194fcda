import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
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
export function DeskConfirm({
  isOpen,
  title,
  children,
  keepLabel,
  actLabel,
  actingLabel,
  isFinal = false,
  other,
  onAct,
  onClose,
}: Props) {
  const id = useId()
  const [isActing, setIsActing] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function act(what: () => Promise<unknown>) {
    setIsActing(true)
    setError(null)
    try {
      await what()
      onClose()
    } catch (error) {
      setError(error)
    } finally {
      setIsActing(false)
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      labelledBy={id}
      className="w-[min(36rem,100%)] rounded-paper border border-line"
    >
      <form
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
            <Button variant="secondary" disabled={isActing} onClick={() => act(other.act)}>
              {other.label}
            </Button>
          )}
          <SubmitButton
            label={actLabel}
            pendingLabel={actingLabel}
            isPending={isActing}
            className={isFinal ? 'bg-danger! text-raised!' : undefined}
          />
        </div>
      </form>
    </Dialog>
  )
}
