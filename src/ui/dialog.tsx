import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { cn } from './cn.ts'
import { leaveTopLayer } from './top-layer.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** id of the heading that names it */
  labelledBy: string
  className?: string
  children: ReactNode
}

/**
 * A native modal dialog: focus stays inside and goes back where it came from, Esc closes, the page behind holds still.
 * Its content exists only while it is open; the element stays, so that a notice inside it can move out.
 */
export function Dialog({ isOpen, onClose, labelledBy, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const beganOutside = useRef(false)

  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  useLayoutEffect(() => {
    const { current } = dialog
    return () => leaveTopLayer(current)
  }, [])

  const cancel = (event: SyntheticEvent) => {
    // A file that was not chosen is told here too.
    if (event.target !== dialog.current) return
    // Left to itself, Esc shuts it before its owner hears of it.
    event.preventDefault()
    onClose()
  }
  const isOutside = (event: MouseEvent) => event.target === dialog.current
  const leave = (event: MouseEvent) => {
    // Selecting text and letting go beside the sheet also ends in a click there: only a press that began there counts.
    const isBesides = isOutside(event) && beganOutside.current
    // A followed link leads out too, and the page it leads to could not take the focus while this is open. One that
    // opens another tab leaves this page, and what was typed here, as it is.
    const isLink = event.target instanceof Element && event.target.closest('a:not([target])') !== null
    if (isBesides || isLink) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the sheet; Esc and the button serve the keyboard
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onCancel={cancel}
      // This is told late: it may be open again by then.
      onClose={() => dialog.current?.open || onClose()}
      onPointerDown={(event) => {
        beganOutside.current = isOutside(event)
      }}
      onClick={leave}
      className={cn(
        'sheet fixed inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] max-w-[calc(100%-2rem)] overflow-y-auto bg-raised shadow-2xl',
        className,
      )}
    >
      {isOpen && (
        <div className="relative">
          {children}
          <CloseButton onClick={onClose} />
        </div>
      )}
    </dialog>
  )
}

/** Last, so that the focus goes to what the dialog is about. */
function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className="absolute top-2 right-2 grid size-11 place-items-center text-2xl text-muted hover:text-ink"
    >
      <span aria-hidden="true">×</span>
    </button>
  )
}
