import { useEffect } from 'react'
import { offerUndo } from '#desk/undo.tsx'
import { isSame } from './manuscript.ts'
import { bringBack, type Fields, findUnsaved } from './unsaved.ts'

/** What stands in a form, and how other words come into it. */
type OpenWords = { fields: () => Fields; put: (fields: Fields) => void }

/** The forms that are open, by where their unsaved words are kept. */
const openForms = new Map<string, OpenWords>()

export function useOpenWords(path: string, open: OpenWords) {
  useEffect(() => {
    openForms.set(path, open)
    return () => void openForms.delete(path)
  })
}

type Offer = { path: string; version: () => number; stood: Fields; brought: Fields }

/**
 * Others have come in the place of words that may be saved nowhere: those can be had again, in whichever form is open then, or
 * else in what is kept. What was typed since is not thrown away by that: it is offered in turn.
 */
export function offerWordsBack(words: string, { path, version, stood, brought }: Offer) {
  offerUndo(words, async () => {
    const form = openForms.get(path)
    const there = form ? form.fields() : await keepInstead(path, version, stood)
    const typed = Object.fromEntries(Object.keys(stood).map((name) => [name, there[name] ?? brought[name] ?? '']))
    form?.put(stood)
    if (isSame(typed, brought)) return
    const since = 'Your words are back. What you typed since can be had again.'
    offerWordsBack(since, { path, version, stood: typed, brought: stood })
  })
}

/** Answers what was kept before. */
async function keepInstead(path: string, version: () => number, fields: Fields): Promise<Fields> {
  const found = await findUnsaved(path)
  const kept = { fields: { ...found?.fields, ...fields }, baseVersion: found?.baseVersion ?? version() }
  await bringBack(path, { ...kept, savedAt: new Date().toISOString() }, found?.over ?? '')
  return found?.fields ?? {}
}
