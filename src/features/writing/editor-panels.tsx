import { useEffect, useId, useRef } from 'react'
import { clockOf } from '#desk/clock.ts'
import { SignedOut } from '#desk/signed-out.tsx'
import { Button } from '#ui/button.tsx'
import type { Kept } from './keeper.ts'
import type { Manuscript, Saved } from './manuscript.ts'
import type { Found, WrittenFields } from './unsaved.ts'

type FoundProps = {
  found: Found
  /** it was saved since, elsewhere */
  isOutdated: boolean
  noun: string
  onContinue: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Words from last time that were never saved: hers to go on with, or to throw away. */
export function FoundWords({ found, isOutdated, noun, onContinue, onDiscard, onClose }: FoundProps) {
  const heading = useId()
  const { title, content } = found.fields
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-xl font-semibold">
        Unsaved words from {clockOf(found.savedAt)}
      </h3>
      <p className="mt-2 max-w-[62ch] text-muted">
        {found.localKey ? 'They were kept in this browser. ' : ''}
        {isOutdated ? `The ${noun} was saved elsewhere since; you can still choose when you save. ` : ''}
        Nothing is lost until you decide.
      </p>
      <Excerpt label="The unsaved words" title={String(title || 'Untitled')} content={String(content ?? '')} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button autoFocus onClick={onContinue}>
          Continue with them
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard them
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

/** A look at some words, as long as they are, in little room. */
function Excerpt({ label, title, content }: { label: string; title?: string; content: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
      className="mt-4 max-h-64 overflow-y-auto rounded-paper border border-line bg-raised p-5"
    >
      {title && <p className="font-semibold">{title}</p>}
      <p dir="auto" className="font-prose whitespace-pre-wrap text-muted">
        {content}
      </p>
    </section>
  )
}

type ConflictProps<Item extends Saved, F extends WrittenFields> = {
  manuscript: Manuscript<Item, F>
  theirs: Item
  fields: F
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else, or she herself in another window, has saved it since. Both versions can be had. */
export function Conflict<Item extends Saved, F extends WrittenFields>(props: ConflictProps<Item, F>) {
  const { manuscript, theirs, fields, onKeepMine, onTakeTheirs } = props
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const other = manuscript.fieldsOf(theirs)
  const differing = Object.keys(other).filter((name) => other[name] !== fields[name])
  useEffect(() => title.current?.focus(), [])
  return (
    <section aria-labelledby={heading} className="border-l-2 border-accent bg-raised px-4 py-4">
      <h3 ref={title} id={heading} tabIndex={-1} className="font-semibold outline-none">
        Changed elsewhere at {clockOf(theirs.updatedAt)}.
      </h3>
      <p className="mt-1 text-muted">Whichever you choose, the other is kept as unsaved words.</p>
      {differing.map((name) => (
        <details key={name} open={name === 'content' || differing.length === 1} className="mt-2">
          <summary className="min-h-11 py-2.5">{manuscript.labels[name]}, theirs</summary>
          <Excerpt label={`${manuscript.labels[name]}, theirs`} content={spoken(other[name])} />
        </details>
      ))}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  )
}

function spoken(value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value || 'Empty'
}

/** Where her words are at this moment. Read aloud only when something is wrong, or when she asked. */
export function KeptLine({
  kept,
  isPublic,
  isAsked,
  noun,
}: {
  kept: Kept
  isPublic: boolean
  isAsked: boolean
  noun: string
}) {
  const words = keptWords(kept, noun)
  const isTrouble = kept.place === 'here' || kept.place === 'nowhere'
  return (
    <div className="small min-w-0 text-muted">
      <p role="status">
        {isTrouble && (
          <span className="text-danger">
            {'why' in kept && kept.why === 'signed-out' ? <SignedOut next="save again" /> : words}
          </span>
        )}
        {isAsked && !isTrouble && <span className="sr-only">Your words are kept.</span>}
      </p>
      {!isTrouble && (
        <p>
          {words}
          {kept.place === 'server' && isPublic && (
            <span className="text-muted">
              {'. '}
              Readers still see the published one.
            </span>
          )}
        </p>
      )}
    </div>
  )
}

function keptWords(kept: Kept, noun: string): string {
  if (kept.place === 'none') return 'What you write is kept every few seconds.'
  if (kept.place === 'server') return `Kept ${clockOf(kept.at)}, not saved yet`
  if (kept.place === 'nowhere') return 'The server is away and this browser keeps nothing. Please leave this page open.'
  if (kept.why === 'other-window')
    return `This ${noun} is being written in another window too. These words are kept in this browser only.`
  return `The server is away. Your words are kept in this browser, ${clockOf(kept.at)}.`
}
