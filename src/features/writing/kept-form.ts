import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Cause, causeOf } from '#desk/cause.ts'
import { offerUndo } from '#desk/undo.tsx'
import { ApiError } from '#lib/send-json.ts'
import { useKeeper } from './keeper.ts'
import { isSame } from './manuscript.ts'
import { findUnsaved } from './unsaved.ts'
import { only, useWordsBack } from './words-back.ts'

type Texts = Record<string, string>
type Faults = Record<string, string>

type Options = {
  /** where its unsaved words are kept */
  draftPath: string
  /** as it was last saved */
  saved: Texts
  version: number
  /** saves these in the place of that version; answers the new one */
  send: (texts: Texts, version: number) => Promise<number>
  /** said when it is on the site */
  done: string | ((texts: Texts) => string)
  /**
   * how a save is taken back, where putting back what was there is not how; `newer` is what it came to. `none`: nothing
   * comes of a save that would have to be
   */
  undo?: ((before: Texts, newer: number) => Promise<unknown>) | 'none'
  /** it is saved, and nothing was typed meanwhile */
  onSaved?: () => void
}

/** How long she has not typed before what she sees beside the form follows. */
const pause = 700

/**
 * A form of the desk that is kept as a draft as she goes, and public with Save. What was typed before, in this window or
 * another, is in its fields when it opens again; saving can be undone.
 */
export function useKeptForm({ draftPath, saved, version, send, done, undo, onSaved }: Options) {
  const [base, setBase] = useState({ saved, version })
  const [texts, setTexts] = useState(saved)
  const [keeper, kept] = useKeeper({ path: draftPath, baseVersion: version, found: null })
  const [state, setState] = useState<{ isPending: boolean; cause: Cause | null; faults: Faults }>(quiet)
  const [found, setFound] = useState<'none' | 'before' | 'older'>('none')
  /** counts what a page beside the form should show anew */
  const [shown, setShown] = useState(0)
  /** counts the texts that came from elsewhere than her keys: a field that holds its own text begins anew with it */
  const [opening, setOpening] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(texts)
  const publicNow = useRef(saved)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** known at once, where what is shown follows later: two presses are one save */
  const isSaving = useRef(false)

  const show = (next: Texts) => {
    latest.current = next
    setTexts(next)
  }
  const open = (next: Texts) => {
    show(next)
    setOpening((count) => count + 1)
  }

  const offerBack = useWordsBack(draftPath, {
    fields: () => latest.current,
    // Its fields are texts, each of them.
    put: (words) => replace(words as Texts),
    keep: () => keeper.keep(),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the form is opened
  useEffect(() => {
    void findUnsaved(draftPath).then((unsaved) => {
      if (!unsaved) return
      keeper.goOnFrom(unsaved)
      // Where she was quicker than they came, her keys stay in every field they have no words for.
      const typed = latest.current
      const texts = { ...typed, ...(unsaved.fields as Texts) }
      if (isSame(texts, typed)) return void (isSame(texts, saved) && keeper.forget())
      const replaced = changesIn(changesIn(typed, saved), texts)
      setFound(unsaved.baseVersion < version ? 'older' : 'before')
      open(texts)
      if (!isSame(typed, saved)) keepSoon(texts)
      const names = Object.keys(replaced)
      const words = 'Your words from before are here, in place of the last.'
      if (names.length > 0) offerBack(words, replaced, only(names, texts), true)
    })
    return () => clearTimeout(timer.current)
  }, [])

  function keepSoon(next: Texts) {
    keeper.change(changesIn(next, publicNow.current))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keeper.keep().then(() => setShown((before) => before + 1)), pause)
  }

  function set(changes: Texts) {
    const next = { ...latest.current, ...changes }
    show(next)
    keepSoon(next)
    setState((before) => {
      const isChanged = (name: string) => name in changes || name.replace(/\..*/, '') in changes
      const left = Object.entries(before.faults).filter(([name]) => !isChanged(name))
      const isMended = left.length === 0 && Object.keys(before.faults).length > 0
      return { ...before, cause: isMended ? null : before.cause, faults: Object.fromEntries(left) }
    })
  }

  /** As `set`, of texts from elsewhere than her keys. What stood there may be saved nowhere: it can be had again. */
  function bring(changes: Texts) {
    const stood = only(Object.keys(changes), latest.current)
    replace(changes)
    offerBack('The earlier words are here again, in place of yours.', stood, changes)
  }

  function replace(changes: Texts) {
    set(changes)
    setOpening((count) => count + 1)
  }

  async function put(next: Texts, over: number): Promise<number> {
    const newer = await send(next, over)
    setBase({ saved: next, version: newer })
    publicNow.current = next
    keeper.rebase(newer)
    clearTimeout(timer.current)
    await keeper.forget()
    setFound('none')
    setShown((before) => before + 1)
    return newer
  }

  /** Each field follows what is public again, unless she has gone on in it: those words are kept, and not public. */
  async function takeBack(before: Texts, sent: Texts, over: number) {
    await put(before, over)
    const since = changesIn(latest.current, sent)
    open({ ...before, ...since })
    if (Object.keys(since).length > 0) keepSoon(latest.current)
  }

  /** `arriving`: what belongs to it, and is still on its way into the form */
  async function save(arriving?: Promise<unknown>) {
    if (isSaving.current) return
    isSaving.current = true
    setState({ ...quiet, isPending: true })
    try {
      await arriving
      const sent = latest.current
      const newer = await put(sent, base.version)
      setState(quiet)
      // Typed while it was on its way: not saved yet, and kept as such.
      if (latest.current !== sent) keepSoon(latest.current)
      const before = base.saved
      const words = typeof done === 'string' ? done : done(sent)
      const undoSave = undo ?? (() => takeBack(before, sent, newer))
      if (undoSave !== 'none') offerUndo(`Saved. ${words}`, () => undoSave(before, newer))
      if (latest.current === sent) onSaved?.()
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : {}
      flushSync(() => setState({ isPending: false, cause: causeOf(error), faults }))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    } finally {
      isSaving.current = false
    }
  }

  async function discard() {
    clearTimeout(timer.current)
    const stood = changesIn(latest.current, base.saved)
    open(base.saved)
    setFound('none')
    setState(quiet)
    offerBack('Discarded what was not saved.', stood, only(Object.keys(stood), base.saved))
    await keeper.forget()
    setShown((before) => before + 1)
  }

  /**
   * It opens anew elsewhere, as it was just saved: what was typed since is found there, and what is typed until then,
   * and no more where it began.
   */
  function bringAlong(path: string) {
    keeper.moveTo(path)
    const fields = changesIn(latest.current, publicNow.current)
    if (Object.keys(fields).length === 0) return
    keeper.change(fields)
    void keeper.keep()
  }

  /** Somebody saved meanwhile: what she typed is found again in the fields that hold that save. */
  async function openAgain() {
    await keeper.keep()
    location.reload()
  }

  return {
    ...state,
    form,
    texts,
    kept,
    shown,
    /** whose unsaved words a page beside the form shows; null: none are kept yet */
    writer: shown > 0 || found !== 'none' ? keeper.replaces() : null,
    opening,
    /** whether this is what is public now */
    isSaved: (other: Texts) => isSame(other, base.saved),
    /** it holds what is not public */
    isChanged: !isSame(texts, base.saved),
    /** and that is from another time or window, begun on what is public now or on something older */
    found,
    set,
    bring,
    save,
    discard,
    bringAlong,
    openAgain,
  }
}

/** All that is kept: found again over a newer save, it takes nothing back that she has not touched. */
function changesIn(texts: Texts, saved: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== saved[name]))
}

const quiet = { isPending: false, cause: null, faults: {} }

export type KeptForm = ReturnType<typeof useKeptForm>
