import { z } from 'zod/mini'
import { postInput } from '#features/blog/contract.ts'
import { bookFields } from '#features/books/contract.ts'
import { storyInput } from '#features/stories/contract.ts'

/**
 * What a field of a contract takes: words, an address elsewhere, a list of words, rows of words and addresses, or something
 * that holds no words.
 */
export type Slot = { name: string; takes: 'words' | 'link' | 'list' | 'rows' | 'none'; longest: number }

const contracts = { post: postInput, story: storyInput, book: bookFields }
export type Written = keyof typeof contracts

const probe = 'a canary <in> a field'
const lengths = [20_000, 2_000, 500, 400, 200, 190, 100, 60, 40]

/** A row of each list that has rows. */
export const rowsOf: Record<string, (words: string, link: string) => object[]> = {
  shops: (words, link) => [{ name: cut(words, 60), url: link }],
  praise: (words) => [{ quotation: words, source: cut(words, 120) }],
}

/** Every field of a post, a story or a book, asked of its schema: one that is added is known without anybody naming it. */
export function slotsOf(kind: Written): Slot[] {
  return Object.entries(contracts[kind].shape).map(([name, schema]) => {
    const accepts = (value: unknown) => z.safeParse(schema, value).success
    const longestOf = (make: (text: string) => unknown) =>
      lengths.find((length) => accepts(make('a'.repeat(length)))) ?? 0
    if (accepts(probe)) return { name, takes: 'words', longest: longestOf((text) => text) }
    if (rowsOf[name] && accepts(rowsOf[name](probe, 'https://pictures.example/a')))
      return { name, takes: 'rows', longest: 0 }
    if (accepts([probe])) return { name, takes: 'list', longest: longestOf((text) => [text]) }
    if (accepts('https://pictures.example/a')) return { name, takes: 'link', longest: 2_000 }
    const usual = z.safeParse(schema, undefined)
    const isOneOfOurs = usual.success && typeof usual.data === 'string'
    if (!isOneOfOurs && !wordless.some(accepts))
      throw new Error(`Nobody knows what ${kind}.${name} takes: say it here.`)
    return { name, takes: 'none', longest: 0 }
  })
}

/** Yes or no, a number, a day, an address of ours, a word of ours: nothing anybody could write words into. */
const wordless = [true, 1, '2025-06-01', 'a-slug', 'plain', { kind: 'pack', name: 'a' }, [{ format: 'E-book' }]]

export function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
}

/** Of each field that holds words or an address one value; the others are left to whoever asks. */
export function fillSlots(kind: Written, value: { words: string; link: string }): Record<string, unknown> {
  const filled = slotsOf(kind).flatMap(({ name, takes, longest }): [string, unknown][] => {
    if (takes === 'none') return []
    if (takes === 'rows') return [[name, rowsOf[name]?.(value.words, value.link)]]
    const words = cut(value.words, longest)
    return [[name, takes === 'list' ? [words] : takes === 'link' ? value.link : words]]
  })
  return Object.fromEntries(filled)
}
