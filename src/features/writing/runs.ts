import type { Inline } from './contract.ts'

/** Words with one set of marks upon them. A line of prose is a row of these; the tree is made from them, and only so. */
export type Run = { text: string; em: boolean; strong: boolean; href: string | null }

const marks = ['href', 'strong', 'em'] as const
type Mark = (typeof marks)[number]

export function toRuns(inlines: readonly Inline[], around: Omit<Run, 'text'> = unmarked): Run[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string') return [{ ...around, text: inline }]
    const also = inline.type === 'link' ? { href: inline.href } : { [inline.type]: true }
    return toRuns(inline.children, { ...around, ...also })
  })
}

export const unmarked: Omit<Run, 'text'> = { em: false, strong: false, href: null }

/** The one tree these words have: the mark that reaches furthest is outermost, and nothing is marked for nothing. */
export function toInlines(runs: readonly Run[]): Inline[] {
  return nest(runs.filter(({ text }) => text !== ''))
}

/** The same without the blanks at both ends of the line. */
export function toTrimmedInlines(runs: readonly Run[]): Inline[] {
  return splitBlanks(toInlines(runs)).within
}

function nest(runs: readonly Run[]): Inline[] {
  const inlines: Inline[] = []
  for (let from = 0; from < runs.length; ) {
    const { mark, to } = furthest(runs, from)
    if (mark) {
      const inner = runs.slice(from, to).map((run) => ({ ...run, [mark]: unmarked[mark] }))
      const { before, within, after } = splitBlanks(nest(inner))
      add(inlines, before)
      if (within.length > 0) inlines.push(withMark(runs[from], mark, within))
      add(inlines, after)
    } else {
      add(inlines, runs[from]?.text ?? '')
    }
    from = to
  }
  return inlines
}

function furthest(runs: readonly Run[], from: number): { mark: Mark | null; to: number } {
  let best: { mark: Mark | null; to: number } = { mark: null, to: from + 1 }
  for (const mark of marks) {
    const value = runs[from]?.[mark]
    if (!value) continue
    let to = from + 1
    while (to < runs.length && runs[to]?.[mark] === value) to++
    if (best.mark === null || to > best.to) best = { mark, to }
  }
  return best
}

function withMark(run: Run | undefined, mark: Mark, children: Inline[]): Inline {
  return mark === 'href' ? { type: 'link', href: run?.href ?? '', children } : { type: mark, children }
}

/** Blanks at the edge of a mark stand outside it: nobody sees a slanted space, and no mark may begin or end with one. */
function splitBlanks(inlines: Inline[]): { before: string; within: Inline[]; after: string } {
  const [first, ...rest] = inlines
  const before = typeof first === 'string' ? first.slice(0, first.length - first.trimStart().length) : ''
  const begun = before && typeof first === 'string' ? keep(first.slice(before.length), rest) : inlines
  const last = begun.at(-1)
  const after = typeof last === 'string' ? last.slice(last.trimEnd().length) : ''
  if (!after || typeof last !== 'string') return { before, within: begun, after: '' }
  const words = last.slice(0, -after.length)
  return { before, within: words ? [...begun.slice(0, -1), words] : begun.slice(0, -1), after }
}

function keep(words: string, rest: Inline[]): Inline[] {
  return words ? [words, ...rest] : rest
}

function add(inlines: Inline[], text: string) {
  if (text === '') return
  const last = inlines.at(-1)
  if (typeof last === 'string') inlines[inlines.length - 1] = last + text
  else inlines.push(text)
}
