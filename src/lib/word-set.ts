/**
 * What a page or a letter says, field by field: what each is for, and what the house says until she says it herself. The
 * originals stay on the server; a page gets the words that stand.
 */
export type WordSet<Fields extends WordFields = WordFields> = {
  name: string
  kind: 'page' | 'letter'
  /** what she knows it by */
  title: string
  /** where it is seen; null for a letter */
  path: string | null
  fields: Fields
}

export type WordFields = Record<string, WordField>

/**
 * A line, prose, rows of a term and what is said of it, one a line, parted by a colon, or what a reader agrees to: one
 * line whose every change is a version of its own.
 */
export type WordKind = 'line' | 'prose' | 'rows' | 'consent'

export type WordField<Kind extends WordKind = WordKind> = {
  kind: Kind
  label: string
  original: string
  /** left empty, it is not shown */
  isOptional: boolean
}

export type WordRow = { term: string; text: string }

type Options = { isOptional?: boolean }

const field =
  <Kind extends WordKind>(kind: Kind) =>
  (label: string, original: string, { isOptional = false }: Options = {}): WordField<Kind> => ({
    kind,
    label,
    original,
    isOptional,
  })

export const line = field('line')
export const prose = field('prose')
export const rows = field('rows')
export const consent = field('consent')

/** Stands for the key in the address of a page that a letter leads to: in her frame that page opens without one. */
export const standIn = 'as-it-will-be'

/** What stands in braces is put in when the words are shown: who she is may change without her writing them anew. */
export type Facts = Record<(typeof factNames)[number], string>

export const factNames = [
  'name',
  'email',
  'address',
  /** where to write: her e-mail address, the form, or her postal address */
  'contact',
  /** for an envelope: name and address */
  'post',
  /** who asks for something: her name, and where she can be reached */
  'sender',
  /** that she can be written to there: nothing where she cannot */
  'orByWriting',
  /** the book whose advance copies can be asked for */
  'book',
  /** its day */
  'day',
  /** the book that is given away */
  'freebook',
] as const

export function fillIn(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? facts[name as keyof Facts] : whole,
  )
}

export function toRows(text: string): WordRow[] {
  return text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [, term = row, said = ''] = row.match(/^([^:]*):(.*)$/) ?? []
      return { term: term.trim(), text: said.trim() }
    })
}
