import type { Story } from './contract.ts'

export function wordsLine(words: number): string {
  return `${words.toLocaleString('en-CA')} ${words === 1 ? 'word' : 'words'}`
}

/** '2,140 words · about 9 minutes' */
export function lengthLine({
  wordCount,
  readingMinutes: minutes,
}: Pick<Story, 'wordCount' | 'readingMinutes'>): string {
  return `${wordsLine(wordCount)} · about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
