import type { Block } from '#features/writing/contract.ts'
import { toLetterHtml } from '#features/writing/prose-html.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { letterInks, type Signature, type Written } from '#server/letter-html.tsx'

type Place = { siteUrl: string; author: Signature }

/** Prose for a letter, in its two parts. */
export function written(blocks: readonly Block[], { siteUrl, author }: Place): Written {
  return { html: toLetterHtml(blocks, siteUrl, letterInks(author).link), text: textOf(blocks) }
}
