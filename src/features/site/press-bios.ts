import type { Block } from '#features/writing/contract.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { countWords } from '#lib/word-count.ts'

export type Bio = { label: string; text: string }

type Said = { short: string; medium: readonly Block[]; long: readonly Block[] }

const mediumWords = 100
/** A sentence is not cut off for a few words more. */
const mostWords = 115

/** Her biography in up to three lengths. A longer one that says no more than a shorter one is left out. */
export function biosOf({ short, medium, long }: Said): Bio[] {
  const whole = textOf(long)
  const lengths = [short.trim(), textOf(medium) || beginningOf(whole), whole]
  const labels = ['Short', `About ${mediumWords} words`, 'Long']
  return lengths
    .map((text, at) => ({ label: labels[at] ?? '', text }))
    .filter(({ text }, at) => text !== '' && !lengths.slice(0, at).includes(text))
}

/** Whole sentences, as many as there is room for; the first of them in any case. */
function beginningOf(text: string): string {
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  let beginning = ''
  for (const { segment: sentence } of sentences) {
    if (beginning !== '' && countWords(beginning + sentence) > mostWords) break
    beginning += sentence
  }
  return beginning.trim()
}
