import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { addressWith } from '#desk/address.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { clockOf } from '#desk/clock.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { ContentField } from './content-field.tsx'
import type { EditorParts } from './editor.tsx'
import { Conflict, KeptLine } from './editor-panels.tsx'
import { EditorReadingLinks } from './editor-reading-links.tsx'
import { useKeyboardHeight } from './keyboard-height.ts'
import { isSame, type Manuscript, type Saved } from './manuscript.ts'
import { remember, remembered } from './remembered.ts'
import { TitleLine } from './title-fields.tsx'
import type { WrittenFields } from './unsaved.ts'
import { Versions, type VersionText } from './versions.tsx'
import { useWordsBack } from './words-back.ts'
import { type Opened, useWriting, type Writing } from './writing.ts'

type Props<Item extends Saved, F extends WrittenFields> = EditorParts<Item, F> &
  Opened<Item> & { heading: ReactNode; onClose: () => void }

const wordsOf = ({ title, content, format }: VersionText) => ({ title, content, format })

type View = 'Write' | 'Preview' | 'Versions' | 'Reading link'

/** The page itself, with the title as its first line. What she seldom needs is folded away below it. */
export function WritingTable<Item extends Saved, F extends WrittenFields>({
  Publishing,
  Details,
  Preview,
  heading,
  ...options
}: Props<Item, F>) {
  const writing = useWriting<Item, F>(options)
  const [view, setView] = useState<View>('Write')
  const [isAlone, setIsAlone] = useState(false)
  /** counts the texts that were put on the table from elsewhere, each of which the editor opens anew */
  const [opening, setOpening] = useState(0)
  const [isAsked, setIsAsked] = useState(false)
  const { form, keep, fields, latest, faults, set, manuscript, item } = writing
  const isChanged = item !== null && !isSame(fields, manuscript.fieldsOf(item))

  useKeyboardHeight(form)
  useEffect(() => {
    // Something new begins in its first field; anything else by being read.
    if (!form.current?.contains(document.activeElement)) form.current?.querySelector('h2')?.focus()
  }, [form])

  /** where she was last on the page */
  const last = useRef<HTMLElement>(null)
  const goOn = () =>
    requestAnimationFrame(() => {
      const isThere = last.current?.isConnected && last.current.checkVisibility()
      const place = isThere ? last.current : form.current?.querySelector<HTMLElement>('[role=textbox]')
      place?.focus()
    })
  const turn = (to: View) => {
    setView(view === to ? 'Write' : to)
    if (view === to) goOn()
  }
  const turnAlone = (to: boolean) => {
    setIsAlone(to)
    goOn()
  }
  const putOnTable = (words: VersionText) => {
    set(wordsOf(words))
    setOpening((count) => count + 1)
    setView('Write')
    goOn()
  }
  const path = `${manuscript.unsavedPath}/${item?.id ?? 'new'}`
  const offerBack = useWordsBack(path, {
    fields: latest,
    put: (words) => putOnTable({ ...latest(), ...words }),
    keep,
  })
  const bringBack = (then: VersionText) => {
    const stood = wordsOf(latest())
    putOnTable(then)
    offerBack('The earlier words are here again, in place of yours.', stood, wordsOf(then))
  }
  const save = () => {
    setView('Write')
    void writing.save()
  }
  const press = keysOf({
    save,
    keep: () => void keep().then(() => setIsAsked(true)),
    preview: () => turn('Preview'),
    alone: () => turnAlone(!isAlone),
    // Left alone with the page, she comes back before anything closes.
    escape: isAlone ? () => turnAlone(false) : null,
  })
  // Leaving a field, not the window: that is noticed elsewhere.
  const leaveField = (event: FocusEvent) => event.relatedTarget && void keep()

  return (
    <form
      ref={form}
      // A press beside the page leaves the focus here, where the keys are heard.
      tabIndex={-1}
      noValidate
      data-alone={isAlone || undefined}
      aria-busy={writing.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={press}
      onBlur={leaveField}
      className="writing-table outline-none"
    >
      <header className="writing-bar">
        <div className="flex flex-wrap items-baseline gap-x-4">
          {heading}
          <p className="small text-muted">{stateWords(manuscript, item)}</p>
        </div>
        <div className="flex flex-wrap gap-x-1">
          <BarButton label="Preview" keys="F2" isOn={view === 'Preview'} onPress={press.preview} />
          {item && <BarButton label="Versions" isOn={view === 'Versions'} onPress={() => turn('Versions')} />}
          {item && (
            <BarButton label="Reading link" isOn={view === 'Reading link'} onPress={() => turn('Reading link')} />
          )}
          <BarButton label="Focus" keys="F9" isOn={isAlone} onPress={press.alone} />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is focused is inside it; this only remembers it */}
      <div
        className={cn('writing-scroll', view !== 'Write' && 'hidden')}
        onFocus={({ target }) => {
          last.current = target
        }}
      >
        <div className="writing-page">
          <Troubles writing={writing} />
          <TitleLine writing={writing} />
          <ContentField
            key={opening}
            content={fields.content}
            format={fields.format}
            error={faults.content}
            onChange={set}
            onCover={(src) => set({ coverImage: location.origin + src })}
          />
          <div className="writing-rest">
            <Publishing writing={writing} />
            <Folded faults={faults} names={manuscript.details}>
              <Details writing={writing} />
            </Folded>
            {item && <AsLetter kind={manuscript.words.noun} id={item.id} isChanged={isChanged} />}
          </div>
        </div>
      </div>
      {view !== 'Write' && (
        <Panel label={view}>
          {view === 'Preview' && <LatePreview Preview={Preview} fields={fields} item={item} />}
          {view === 'Versions' && item && (
            <Versions
              kind={manuscript.words.noun}
              id={item.id}
              present={fields}
              note="Bringing it back changes title and text here; readers see it when you save. What you have not saved can be had again by Undo, as long as this page is open."
              onBringBack={bringBack}
            />
          )}
          {view === 'Reading link' && item && (
            <EditorReadingLinks kind={manuscript.words.noun} id={item.id} hasUnsaved={isChanged} />
          )}
        </Panel>
      )}
      <Ending writing={writing} isAsked={isAsked} onClose={options.onClose} />
      {isAlone && (
        <button type="button" onClick={() => turnAlone(false)} className="writing-alone">
          Leave focus (Esc)
        </button>
      )}
    </form>
  )
}

type AsLetterProps = { kind: string; id: string; isChanged: boolean }

/** To a new letter, which begins with what is saved. */
function AsLetter({ kind, id, isChanged }: AsLetterProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4">
      <Link
        href={addressWith(deskPaths.newLetter, { from: kind, id })}
        className="link inline-flex min-h-11 items-center"
      >
        Send this as a letter
      </Link>
      {isChanged && <span className="small text-muted">It begins with what is saved, without your changes.</span>}
    </p>
  )
}

type Acts = Record<'save' | 'keep' | 'preview' | 'alone', () => void> & { escape: (() => void) | null }

/** Ctrl+Enter saves, Ctrl+S keeps, F2 shows, F9 leaves nothing but the page. Enter in a line must not publish anything. */
function keysOf(acts: Acts) {
  const press = (event: KeyboardEvent) => {
    const isWithControl = event.ctrlKey || event.metaKey
    const isInLine =
      (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') ||
      (event.target instanceof HTMLTextAreaElement && event.target.rows === 1)
    if (isWithControl && event.key === 'Enter') acts.save()
    else if (isWithControl && event.key.toLowerCase() === 's') acts.keep()
    else if (event.key === 'F2') acts.preview()
    else if (event.key === 'F9') acts.alone()
    else if (event.key === 'Escape' && acts.escape) acts.escape()
    else if (!(event.key === 'Enter' && isInLine)) return
    event.preventDefault()
  }
  return Object.assign(press, acts)
}

/** Stands in the place of the page, and has the focus while it does, so that the keys still lead back. */
function Panel({ label, children }: { label: View; children: ReactNode }) {
  const focus = useCallback((panel: HTMLElement | null) => panel?.focus(), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section key={label} ref={focus} aria-label={label} tabIndex={0} className="writing-scroll -outline-offset-2">
      <div className="writing-page" data-wide={label === 'Versions' || undefined}>
        {children}
      </div>
    </section>
  )
}

type BarProps = { label: string; keys?: string; isOn: boolean; onPress: () => void }

function BarButton({ label, keys, isOn, onPress }: BarProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys})` : undefined}
      onClick={onPress}
      className={cn('bar-tool', isOn && 'font-semibold')}
    >
      {label}
    </button>
  )
}

/** Where it stands with readers. */
function stateWords<Item extends Saved, F extends WrittenFields>(
  { publicOn }: Manuscript<Item, F>,
  item: Item | null,
): string {
  if (item === null) return 'Not saved yet'
  if (item.state === 'draft') return `Draft, saved ${clockOf(item.updatedAt)}`
  return item.state === 'published' ? `Public since ${publicOn(item)}` : `Appears ${publicOn(item)}`
}

/** The fields she seldom needs. Open when one of them is at fault, and as she left it the last time. */
function Folded({ faults, names, children }: { faults: object; names: readonly string[]; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => remembered(foldKey) === 'open')
  const isNeeded = names.some((name) => name in faults)
  return (
    <details
      open={isOpen || isNeeded}
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
      className="border-t border-line"
    >
      {/* Remembered is what she did, not what a fault has opened. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, whatever the rule takes it for */}
      <summary
        className="min-h-12 py-3 font-semibold"
        onClick={() => remember(foldKey, isOpen || isNeeded ? 'closed' : 'open')}
      >
        Details
      </summary>
      <div className="grid gap-6 pt-2 pb-4">{children}</div>
    </details>
  )
}

const foldKey = 'frontispiece:details'

/** What saving does, where the words are, and the two ways out. At the foot, clear of any notice. */
function Ending<Item extends Saved, F extends WrittenFields>({
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
    <footer className="writing-end">
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
function Troubles<Item extends Saved, F extends WrittenFields>({ writing }: { writing: Writing<Item, F> }) {
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
function LatePreview<Item extends Saved, F extends WrittenFields>({
  Preview,
  fields,
  item,
}: Pick<EditorParts<Item, F>, 'Preview'> & { fields: F; item: Item | null }) {
  return <Preview fields={useDeferredValue(fields)} item={item} />
}
