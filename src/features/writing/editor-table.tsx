import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useState,
} from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { EditorParts } from './editor.tsx'
import { Conflict, DeskCause, KeptLine } from './editor-panels.tsx'
import type { Saved } from './manuscript.ts'
import type { Fields } from './unsaved.ts'
import { type Opened, useWriting, type Writing } from './writing.ts'

type Props<Item extends Saved, F extends Fields> = EditorParts<Item, F> &
  Opened<Item> & { heading: ReactNode; onClose: () => void }

const views = ['Write', 'Preview'] as const
type View = (typeof views)[number]

/** Words on the left, what readers will see of them on the right; on a phone the two take turns. */
export function WritingTable<Item extends Saved, F extends Fields>({
  Form,
  Preview,
  heading,
  ...options
}: Props<Item, F>) {
  const writing = useWriting<Item, F>(options)
  const [view, setView] = useState<View>('Write')
  const [isAsked, setIsAsked] = useState(false)
  const { form, keep } = writing

  useEffect(() => {
    // Something new begins in its first field; anything else by being read.
    if (!form.current?.contains(document.activeElement)) form.current?.querySelector('h2')?.focus()
  }, [form])

  const save = () => {
    setView('Write')
    void writing.save()
  }
  const press = keysOf({ save, keep: () => void keep().then(() => setIsAsked(true)) })
  // Leaving a field, not the window: that is noticed elsewhere.
  const leaveField = (event: FocusEvent) => event.relatedTarget && void keep()

  return (
    <form
      ref={form}
      noValidate
      aria-busy={writing.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={press}
      onBlur={leaveField}
      className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] lg:grid-cols-[auto_minmax(0,1fr)] lg:grid-rows-[auto_minmax(0,1fr)]"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line bg-raised px-(--gutter) py-2 lg:px-8 lg:py-3">
        {heading}
        <Views view={view} onView={setView} />
      </header>
      <div className="grid min-h-0 lg:col-span-2 lg:row-start-2 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <div className={cn(half, view !== 'Write' && 'hidden')}>
          <div className="mx-auto grid max-w-2xl gap-6">
            <Troubles writing={writing} />
            <p className="text-muted">Only title and content are needed.</p>
            <Form writing={writing} />
          </div>
        </div>
        <section
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
          tabIndex={0}
          className={cn(half, 'border-line bg-raised -outline-offset-2 lg:border-l', view !== 'Preview' && 'hidden')}
        >
          <LatePreview Preview={Preview} fields={writing.fields} item={options.item} />
        </section>
      </div>
      <Ending writing={writing} isAsked={isAsked} onClose={options.onClose} />
    </form>
  )
}

const half = 'min-h-0 overflow-y-auto px-(--gutter) py-6 lg:block lg:px-8'

/** Ctrl+Enter saves, Ctrl+S keeps. Enter alone, at the end of a line, must not publish anything. */
function keysOf({ save, keep }: { save: () => void; keep: () => void }) {
  return (event: KeyboardEvent) => {
    const isWithControl = event.ctrlKey || event.metaKey
    const isInLine = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (isWithControl && event.key === 'Enter') save()
    else if (isWithControl && event.key.toLowerCase() === 's') keep()
    else if (!(event.key === 'Enter' && isInLine)) return
    event.preventDefault()
  }
}

function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div className="flex lg:hidden">
      {views.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onView(name)}
          className={cn(
            'min-h-11 border-b-2 px-3',
            name === view
              ? 'border-accent font-semibold'
              : 'border-transparent text-muted forced-colors:border-[Canvas]',
          )}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** What saving does, where the words are, and the two ways out. At the foot of a phone; on a desk at the top, clear of any notice. */
function Ending<Item extends Saved, F extends Fields>({
  writing: { manuscript, fields, item, kept, isNew, isPending },
  isAsked,
  onClose,
}: {
  writing: Writing<Item, F>
  isAsked: boolean
  onClose: () => void
}) {
  const { noun, create, update } = manuscript.words
  const outcome = useId()
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-raised px-(--gutter) py-3 lg:col-start-2 lg:row-start-1 lg:flex-nowrap lg:border-t-0 lg:border-b lg:pr-8 lg:pl-0">
      <div className="small min-w-0">
        <p id={outcome} role="status">
          {manuscript.outcome(fields, item)}
        </p>
        <KeptLine kept={kept} isPublic={item?.state === 'published'} isAsked={isAsked} noun={noun} />
      </div>
      <div className="ml-auto flex shrink-0 gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton
          label={isNew ? create : update}
          pendingLabel="Saving..."
          isPending={isPending}
          aria-describedby={outcome}
        />
      </div>
    </footer>
  )
}

/** What stands between her and a saved text: faults, a refusal, or a newer save. */
function Troubles<Item extends Saved, F extends Fields>({ writing }: { writing: Writing<Item, F> }) {
  const { manuscript, problem, theirs, fields, faults, keepMine, takeTheirs } = writing
  const count = Object.keys(faults).length
  // What the conflict says itself need not be said twice.
  const trouble = theirs && problem?.status === 409 ? null : problem
  return (
    <>
      <div role="status" className="empty:hidden">
        {trouble && (
          <DeskCause cause={trouble} next="save again">
            <p>Your words are still here.</p>
          </DeskCause>
        )}
        {!problem && count > 0 && (
          <p className="font-semibold text-danger">{count === 1 ? '1 thing to fix.' : `${count} things to fix.`}</p>
        )}
      </div>
      {theirs && (
        <Conflict
          manuscript={manuscript}
          theirs={theirs}
          fields={fields}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
    </>
  )
}

/** Writing never waits for its preview: that follows when there is time. */
function LatePreview<Item extends Saved, F extends Fields>({
  Preview,
  fields,
  item,
}: Pick<EditorParts<Item, F>, 'Preview'> & { fields: F; item: Item | null }) {
  return <Preview fields={useDeferredValue(fields)} item={item} />
}
