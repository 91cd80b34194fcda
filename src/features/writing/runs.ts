import type { Inline } from './contract.ts'

/** Words with one set of marks upon them. A line of prose is a row of these; the tree is made from them, and only so. */
export type Run = { text: string; em: boolean; strong: boolean; href: string | null }

const markOrder = ['link', 'strong', 'em'] as const
type Mark = (typeof markOrder)[number]

export function toRuns(inlines: readonly Inline[], marks: Omit<Run, 'text'> = unmarked): Run[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string') return [{ ...marks, text: inline }]
    const also = inline.type === 'link' ? { href: inline.href } : { [inline.type]: true }
    return toRuns(inline.children, { ...marks, ...also })
  })
}

export const unmarked: Omit<Run, 'text'> = { em: false, strong: false, href: null }

/** The one tree these words have: a link holds strong words, those hold emphasis, and nothing is marked for nothing. */
export function toInlines(runs: readonly Run[]): Inline[] {
  return nest(mergeAlike(withoutMarkedEdges(runs)), markOrder)
}

function nest(runs: readonly Run[], [mark, ...inner]: readonly Mark[]): Inline[] {
  if (!mark) return runs.map(({ text }) => text)
  const inlines: Inline[] = []
  for (let from = 0; from < runs.length; ) {
    const key = keyOf(runs[from], mark)
    let to = from + 1
    while (to < runs.length && keyOf(runs[to], mark) === key) to++
    const children = nest(runs.slice(from, to), inner)
    if (!key) inlines.push(...children)
    else if (typeof key === 'string') inlines.push({ type: 'link', href: key, children })
    else inlines.push({ type: mark as 'em' | 'strong', children })
    from = to
  }
  return inlines
}

function keyOf(run: Run | undefined, mark: Mark): string | boolean | null | undefined {
  return mark === 'link' ? run?.href : run?.[mark]
}

export function hasSameMarks(one: Run, other: Run): boolean {
  return one.em === other.em && one.strong === other.strong && one.href === other.href
}

function mergeAlike(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    if (run.text === '') continue
    if (last && hasSameMarks(last, run)) merged[merged.length - 1] = { ...last, text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

/** Blanks at the edge of a mark stand outside it: nobody sees a slanted space, and no mark may begin or end with one. */
function withoutMarkedEdges(runs: readonly Run[]): Run[] {
  let plain = mergeAlike(runs)
  for (const mark of markOrder) {
    plain = mergeAlike(
      plain.flatMap((run, index) => {
        const key = keyOf(run, mark)
        if (!key) return [run]
        const opens = keyOf(plain[index - 1], mark) !== key
        const closes = keyOf(plain[index + 1], mark) !== key
        const bare = mark === 'link' ? { href: null } : { [mark]: false }
        const lead = opens ? run.text.length - run.text.trimStart().length : 0
        const rest = run.text.slice(lead)
        const end = closes ? rest.trimEnd().length : rest.length
        return [
          { ...run, ...bare, text: run.text.slice(0, lead) },
          { ...run, text: rest.slice(0, end) },
          { ...run, ...bare, text: rest.slice(end) },
        ]
      }),
    )
  }
  return plain
}
