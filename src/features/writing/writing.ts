import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dismissToast, toast } from '#ui/toast-store.ts'
import { useKeeper } from './keeper.ts'
import { isSame, type Manuscript, type Saved } from './manuscript.ts'
import { useSaving } from './saving.ts'
import type { Found, Work, WrittenFields } from './unsaved.ts'

export type Opened<Item> = {
  /** null for something new */
  item: Item | null
  /** the unsaved words to go on from */
  found: Found | null
}

type Options<Item extends Saved, F extends WrittenFields> = Opened<Item> & {
  manuscript: Manuscript<Item, F>
  onClose: () => void
}

export type Writing<Item extends Saved, F extends WrittenFields> = ReturnType<typeof useWriting<Item, F>>

let keptNotice = ''

/** An editor is open again: what the notice asks for is done. */
export function dismissKeptNotice() {
  dismissToast(keptNotice)
}

/** One thing being written: its fields, their faults, where its words are kept, and how it is saved. */
export function useWriting<Item extends Saved, F extends WrittenFields>({
  manuscript,
  onClose,
  ...opened
}: Options<Item, F>) {
  // As it was when she opened it: a newer one must not slip in under her words.
  const [{ item, found }] = useState<Opened<Item>>(opened)
  const saved = item ? manuscript.fieldsOf(item) : manuscript.blank
  // An older copy may lack a field that has come since.
  const [fields, setFields] = useState<F>({ ...saved, ...formatOf(found, item), ...found?.fields })
  const [hasTried, setHasTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const baseVersion = found?.baseVersion ?? item?.version ?? 0
  const [keeper, kept] = useKeeper({ path: `${manuscript.unsavedPath}/${item?.id ?? 'new'}`, baseVersion, found })
  // Read by what comes back after several renders, such as an upload.
  const now = useRef({ fields, isChanged: found !== null })

  const done = () => {
    now.current.isChanged = false
    onClose()
  }
  const {
    excuse,
    refused,
    save: send,
    keepMine,
    ...saving
  } = useSaving({ manuscript, item, baseVersion, keeper, onSaved: done })
  const faults = { ...(hasTried ? manuscript.check(manuscript.payloadOf(fields, item)) : {}), ...refused }

  useLeaving(() => {
    if (!now.current.isChanged) return
    if (isSame(now.current.fields, saved)) return void keeper.forget()
    void keeper.keep()
    keptNotice = toast({
      title: 'Kept, not saved',
      description: `Open the ${manuscript.words.noun} again to continue with your words.`,
    })
  })

  function set(changes: Partial<F> | Partial<Work>) {
    now.current = { fields: { ...now.current.fields, ...changes }, isChanged: true }
    setFields(now.current.fields)
    keeper.change(now.current.fields)
    excuse(Object.keys(changes))
  }

  async function save() {
    if (saving.isPending) return
    const { fields } = now.current
    flushSync(() => setHasTried(true))
    const isRight = Object.keys(manuscript.check(manuscript.payloadOf(fields, item))).length === 0
    if (isRight) await send(fields, () => now.current.fields)
    focusFirstFault(form)
  }

  return {
    ...saving,
    manuscript,
    item,
    form,
    fields,
    /** also between two renders */
    latest: () => now.current.fields,
    faults,
    kept,
    set,
    save,
    keep: keeper.keep,
    keepMine: () => keepMine(now.current.fields),
    takeTheirs: () => {
      void saving.refresh()
      onClose()
    },
  }
}

function focusFirstFault(form: RefObject<HTMLFormElement | null>) {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** Whichever way the editor is left. */
function useLeaving(leave: () => void) {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => () => latest.current(), [])
}

/** New words that were kept before there was a format are as plain as they were. */
function formatOf(found: Found | null, item: unknown) {
  return found && !item ? { format: 'plain' } : {}
}
