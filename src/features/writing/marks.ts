import type { Inline } from './contract.ts'

/** Words that carry the same marks. */
export type Run = { text: string; href: string | null; strong: boolean; em: boolean }

/** From the outside in: a link may hold strong words, and those may hold emphasis. */
const levels = ['href', 'strong', 'em'] as const

/**
 * The one form in which words and their marks are kept: trimmed, links outermost and emphasis innermost, no mark without
 * words or with a blank at its edge, no two alike side by side.
 */
export function toInlines(runs: readonly Run[]): Inline[] {
  const [, words] = splitEdges(runs.filter(({ text }) => text !== ''))
  return nest(words, 0)
}

function nest(runs: readonly Run[], depth: number): Inline[] {
  const level = levels[depth]
  if (!level) return [runs.map(({ text }) => text).join('')]
  const inlines: Inline[] = []
  for (const group of groupBy(runs, level)) {
    const mark = group[0]?.[level]
    if (!mark) {
      append(inlines, nest(group, depth + 1))
      continue
    }
    const [before, inside, after] = splitEdges(group)
    append(inlines, [before])
    if (inside.length > 0) {
      const children = nest(inside, depth + 1)
      if (level !== 'href') inlines.push({ type: level, children })
      else inlines.push({ type: 'link', href: String(mark), children })
    }
    append(inlines, [after])
  }
  return inlines
}

function groupBy(runs: readonly Run[], level: (typeof levels)[number]): Run[][] {
  const groups: Run[][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group?.[0] && group[0][level] === run[level]) group.push(run)
    else groups.push([run])
  }
  return groups
}

/** The blanks before, the words, the blanks after. */
function splitEdges(runs: readonly Run[]): [string, Run[], string] {
  let [before, after] = ['', '']
  let [from, to] = [0, runs.length]
  let first = runs[from]
  while (first && first.text.trimStart() === '') {
    before += first.text
    first = runs[++from]
  }
  let last = runs[to - 1]
  while (last && to > from && last.text.trimEnd() === '') {
    after = last.text + after
    last = runs[--to - 1]
  }
  const inside = runs.slice(from, to)
  if (!first || !last || inside.length === 0) return [before + after, [], '']
  before += first.text.slice(0, first.text.length - first.text.trimStart().length)
  inside[0] = { ...first, text: first.text.trimStart() }
  after = last.text.slice(last.text.trimEnd().length) + after
  inside[inside.length - 1] = { ...last, text: (inside.length === 1 ? inside[0] : last).text.trimEnd() }
  return [before, inside, after]
}

function append(inlines: Inline[], more: readonly Inline[]) {
  for (const inline of more) {
    if (inline === '') continue
    const last = inlines.at(-1)
    if (typeof last === 'string' && typeof inline === 'string') inlines[inlines.length - 1] = last + inline
    else inlines.push(inline)
  }
}
