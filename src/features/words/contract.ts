import { z } from 'zod/mini'
import type { Block } from '#features/writing/contract.ts'
import type { WordField, WordFields, WordRow, WordSet } from '#lib/word-set.ts'

/** What a reader agrees to. The form sends its version along: what stands by then may be another. */
export type Consent = { text: string; version: string }

type Shown = { line: string; prose: Block[]; rows: WordRow[]; consent: Consent }

/** The words of a set as its page gets them. */
export type WordsOf<Set> =
  Set extends WordSet<infer Fields> ? { [Name in keyof Fields]: Shown[Fields[Name]['kind']] } : never

export type PageWords = Record<string, Shown[keyof Shown]>

/** One of them in the list at the desk. */
export type WordsSummary = Pick<WordSet, 'name' | 'kind' | 'title' | 'path'> & {
  /** how many of its fields say something else than the original */
  changed: number
  isSample: boolean
  savedAt: string | null
}

/** A set as its owner edits it: what stands, beside what the house would say. */
export type OwnerWords = Pick<WordSet, 'name' | 'kind' | 'title' | 'path'> & {
  fields: (WordField & { name: string; value: string })[]
  version: number
  isSample: boolean
  /** why readers see no such page, in a sentence */
  noPage: string | null
}

/** A letter as it will be; `label` says on which occasion, where there are several. */
export type LetterView = { label: string; subject: string; text: string; hasHtml: boolean }

/** What one of its saves said. */
export type WordsVersion = { version: number; savedAt: string; values: Record<string, string> }

export const longestLine = 300
export const longestConsent = 1_000
export const longestProse = 50_000

/** With the save she has been looking at. Which fields there are, the set knows. */
export const wordsInput = z.object({
  values: z.record(z.string().check(z.maxLength(40)), z.string('Words must be text')),
  version: z.int().check(z.gte(0)),
})

export function valuesOf<Fields extends WordFields>({ fields }: WordSet<Fields>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { original }]) => [name, original]))
}
