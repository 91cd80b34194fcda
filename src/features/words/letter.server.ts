import type { Block } from '#features/writing/contract.ts'
import { toLetterHtml } from '#features/writing/prose-html.ts'
import { textOf } from '#features/writing/prose-text.ts'
import type { Written } from '#server/letter-html.tsx'

/** Prose for a letter, in its two parts. */
export function written(blocks: readonly Block[], origin: string): Written {
  return { html: toLetterHtml(blocks, origin), text: textOf(blocks) }
}
