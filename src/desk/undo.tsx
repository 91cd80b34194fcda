import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { focusMainHeading } from '#ui/anchor.ts'
import { cn } from '#ui/cn.ts'
import { onTopLayer, topLayer } from '#ui/top-layer.ts'
import { DeskButton } from './button.tsx'
import { sayNotDone } from './call.ts'

type Offer = { id: number; words: string; undo: () => Promise<unknown>; isQuiet: boolean }

const none: readonly Offer[] = []
let offers = none
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Offer[]) {
  offers = next
  for (const listener of listeners) listener()
}

/**
 * Something was taken away: says so, and how to get it back. It stays until it is used or sent away, however long. `isQuiet`: it
 * comes while she types elsewhere, and must not take the focus.
 */
export function offerUndo(words: string, undo: () => Promise<unknown>, isQuiet = false) {
  change([{ id: ++count, words, undo, isQuiet }, ...offers])
}

function onOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The bar at the foot of a room, or of what is open in it. The newest offer is in front; behind it the older ones wait. */
export function UndoBar() {
  const [offer] = useSyncExternalStore(
    onOffers,
    () => offers,
    () => none,
  )
  const dialog = useSyncExternalStore(onTopLayer, openDialog, () => null)
  if (!offer) return null
  const bar = <OfferBar key={offer.id} offer={offer} isInDialog={dialog !== null} />
  return dialog ? createPortal(bar, dialog) : bar
}

/** What lies behind it cannot be reached. */
function openDialog(): HTMLElement | null {
  const layer = topLayer()
  return layer === document.body ? null : layer
}

/** the newest offer that was shown: when its dialog closes, the bar moves and the focus does not; 0: the next one takes it */
let greeted = 0

function OfferBar({ offer, isInDialog }: { offer: Offer; isInDialog: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isPending, setIsPending] = useState(false)
  useLayoutEffect(() => {
    // What was taken away had the focus. In a dialog it is given to what comes instead.
    if (offer.id > greeted && !isInDialog && !offer.isQuiet) button.current?.focus({ preventScroll: true })
    greeted = Math.max(greeted, offer.id)
  }, [offer, isInDialog])

  const leave = () => {
    // Whoever went on elsewhere meanwhile stays there.
    const isAside = document.activeElement !== document.body && !bar.current?.contains(document.activeElement)
    if (!isAside) greeted = 0
    change(offers.filter(({ id }) => id !== offer.id))
    if (offers.length === 0 && !isAside) focusMainHeading({ preventScroll: true })
  }
  const dismiss = () => {
    leave()
    openDialog()?.querySelector<HTMLElement>('h2')?.focus()
  }
  const undo = async () => {
    setIsPending(true)
    try {
      await offer.undo()
      leave()
    } catch (error) {
      setIsPending(false)
      sayNotDone(error, 'Not brought back')
    }
  }

  return (
    <section
      ref={bar}
      aria-label="Undo"
      className={cn(
        'toast fixed right-(--gutter) left-(--gutter) z-50 flex max-w-xl items-center gap-2 rounded-paper border border-line-strong bg-raised py-1 pl-5 shadow-2xl lg:left-[calc(15rem+var(--gutter))]',
        // Above the buttons at the foot of a form, or, on a phone, of the writing table.
        isInDialog
          ? 'bottom-44 lg:bottom-8'
          : 'bottom-4 [@media(min-height:30rem)]:[body:has([data-foot])_&]:bottom-36',
      )}
      data-state="open"
    >
      <p id="undo-words" role="status" className="small min-w-0 flex-1 py-2">
        {offer.words}
      </p>
      <DeskButton ref={button} variant="quiet" aria-describedby="undo-words" isBusy={isPending} onClick={undo}>
        Undo
      </DeskButton>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="grid size-11 shrink-0 place-items-center text-xl text-muted hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </section>
  )
}
