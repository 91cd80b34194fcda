import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { offerUndo } from '#desk/undo.tsx'
import { isSame } from './manuscript.ts'
import type { Fields } from './unsaved.ts'

/** What a form holds, or held when it was left, and how other words come into it and are kept. */
type WordsForm = { fields: () => Fields; put: (fields: Fields) => void; keep: () => Promise<void> }

/** The newest form of each place where unsaved words are kept. */
const forms = new Map<string, WordsForm & { isOpen: boolean }>()

/**
 * Others have come in the place of words that may be saved nowhere: the answer offers those again, in whichever form is open
 * by then, or else in what is kept. What came there since is not thrown away by that: it is offered in turn.
 */
export function useWordsBack(path: string, form: WordsForm) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const newest = { ...form, isOpen: true }
    forms.set(path, newest)
    return () => {
      newest.isOpen = false
    }
  })

  function offer(words: string, stood: Fields, brought: Fields, isQuiet = false) {
    const undo = async () => {
      const newest = forms.get(path)
      if (!newest) return
      const since = only(Object.keys(stood), newest.fields())
      newest.put(stood)
      await newest.keep()
      if (!isSame(since, brought)) offer('Your words are back. What stood there since can be had again.', since, stood)
      // Each time it is drawn it is another.
      if (forms.get(path)?.isOpen) return
      const kind = path.slice(0, path.lastIndexOf('/'))
      void queryClient.invalidateQueries({ queryKey: ['unsaved', path] })
      void queryClient.invalidateQueries({ queryKey: [kind], exact: true })
    }
    offerUndo(words, undo, isQuiet)
  }
  return offer
}

/** These of the fields; what is missing is empty. */
export function only<Value>(names: readonly string[], fields: Record<string, Value>): Record<string, Value | ''> {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
}
