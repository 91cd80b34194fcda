import type { Format } from '#features/writing/contract.ts'
import { readText } from '#features/writing/prose.ts'
import { fileAt, hrefsIn } from './letter-parts.ts'

type Words = { content: string; format: Format }

/** The files a letter brings, by the names it says: one at most can go. */
export function filesIn({ content, format }: Words): string[] {
  return hrefsIn(readText(content, format)).flatMap((href) => fileAt(href) ?? [])
}

export function fileIn(words: Words): string | null {
  return filesIn(words)[0] ?? null
}

/** Those that lead somewhere, and can be counted. */
export function countableIn({ content, format }: Words): string[] {
  return hrefsIn(readText(content, format)).filter((href) => fileAt(href) === null && !/^mailto:/i.test(href))
}
