import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cause, causeOf } from '#desk/cause.ts'
import { readJson } from '#lib/http.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { toast } from '#ui/toast-store.ts'
import type { Keeper } from './keeper.ts'
import type { Faults, Manuscript, Saved } from './manuscript.ts'
import { bringBack, type WrittenFields } from './unsaved.ts'

type Options<Item extends Saved, F extends WrittenFields> = {
  manuscript: Manuscript<Item, F>
  item: Item | null
  baseVersion: number
  keeper: Keeper
  onSaved: () => void
}

/** Saves what was written, and knows what to do when that is refused. The words stay where they are until it worked. */
export function useSaving<Item extends Saved, F extends WrittenFields>(options: Options<Item, F>) {
  const { manuscript, item, keeper, onSaved } = options
  const { words, path, ownerPath } = manuscript
  const queryClient = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<Cause | null>(null)
  const [refused, setRefused] = useState<Faults>({})
  /** the save of somebody else that ours would have replaced */
  const [theirs, setTheirs] = useState<Item | null>(null)
  /** deleted elsewhere meanwhile: what is saved now is something new */
  const [isGone, setIsGone] = useState(false)
  const target = isGone ? null : item

  const refresh = () => queryClient.invalidateQueries({ queryKey: [ownerPath], exact: true })

  async function refuse(error: unknown) {
    const faults = error instanceof ApiError ? error.fields : {}
    const cause = causeOf(error)
    const isMissing = cause.status === 404 && target !== null
    setIsGone(isGone || isMissing)
    const gone = `This ${words.noun} was deleted elsewhere. ${words.create} files your words as a new one.`
    setProblem(isMissing ? { ...cause, words: gone } : cause)
    if (faults.version && item) {
      // If it cannot be read just now, the next attempt to save comes here again.
      const newer = fetch(`${ownerPath}/${item.id}`, { credentials: 'include' }).then(readJson)
      setTheirs((await newer.catch(() => null)) as Item | null)
      void refresh()
    } else {
      setRefused(faults)
    }
    toast({ title: 'Error', description: target ? words.notUpdated : words.notCreated, variant: 'destructive' })
  }

  async function send(fields: F, version: number): Promise<Item | null> {
    const payload = manuscript.payloadOf(fields, item)
    setIsPending(true)
    setProblem(null)
    setRefused({})
    try {
      const saved = target
        ? await sendJson('PUT', `${path}/${target.id}`, { ...payload, version })
        : await sendJson('POST', path, payload)
      toast({ title: 'Success', description: target ? words.updated : words.created })
      void refresh()
      return saved as Item
    } catch (error) {
      await refuse(error)
      return null
    } finally {
      setIsPending(false)
    }
  }

  return {
    isNew: target === null,
    isPending,
    problem,
    refused,
    theirs,
    /** a field was corrected: what the server said of it is history */
    excuse: (names: string[]) =>
      setRefused((faults) => Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))),
    /** `latest` tells what the fields hold by the time it is saved: what was written meanwhile is kept as unsaved words. */
    async save(fields: F, latest: () => F) {
      const saved = await send(fields, options.baseVersion)
      if (!saved) return
      void keeper.forget()
      if (latest() !== fields) {
        const late = { fields: latest(), baseVersion: saved.version, savedAt: new Date().toISOString() }
        void bringBack(`${manuscript.unsavedPath}/${saved.id}`, late)
        toast({
          title: 'Kept, not saved',
          description: `Open the ${words.noun} again for what you wrote while it was saved.`,
        })
      }
      onSaved()
    },
    /** Ours replaces theirs, which is kept in turn as unsaved words. */
    async keepMine(fields: F) {
      const saved = theirs && (await send(fields, theirs.version))
      if (!saved) return
      keeper.rebase(saved.version)
      keeper.change(manuscript.fieldsOf(theirs))
      void keeper.keep()
      onSaved()
    },
    refresh,
  }
}
