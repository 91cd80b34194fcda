import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { focusMainHeading } from './anchor.ts'
import { Button } from './button.tsx'
import { sayNotDone } from './desk-call.ts'

type Offer = { id: number; words: string; undo: () => Promise<unknown> }

const none: readonly Offer[] = []
let offers = none
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Offer[]) {
  offers = next
  for (const listener of listeners) listener()
}

/** Something was taken away: says so, and how to get it back. It stays until it is used or sent away, however long. */
export function offerUndo(words: string, undo: () => Promise<unknown>) {
  change([{ id: ++count, words, undo }, ...offers])
}

function onOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The bar at the foot of every room. The newest offer is in front; behind it the older ones wait. */
export function UndoBar() {
  const [offer] = useSyncExternalStore(
    onOffers,
    () => offers,
    () => none,
  )
  return offer ? <OfferBar key={offer.id} offer={offer} /> : null
}

function OfferBar({ offer }: { offer: Offer }) {
  const button = useRef<HTMLButtonElement>(null)
  // What was taken away had the focus.
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), [])

  const leave = () => {
    change(offers.filter(({ id }) => id !== offer.id))
    if (offers.length === 0) focusMainHeading({ preventScroll: true })
  }
  const undo = () => offer.undo().then(leave, (error) => sayNotDone(error, 'Not brought back'))

  return (
    <section
      aria-label="Undo"
      className="toast fixed right-(--gutter) bottom-4 left-(--gutter) z-50 flex max-w-xl items-center gap-2 rounded-paper border border-line-strong bg-raised py-1 pl-5 shadow-2xl lg:left-[calc(15rem+var(--gutter))]"
      data-state="open"
    >
      <p id="undo-words" role="status" className="small min-w-0 flex-1 py-2">
        {offer.words}
      </p>
      <Button ref={button} variant="quiet" aria-describedby="undo-words" onClick={undo}>
        Undo
      </Button>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={leave}
        className="grid size-11 shrink-0 place-items-center text-xl text-muted hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </section>
  )
}
