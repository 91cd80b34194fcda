import { setImmediate } from 'node:timers/promises'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from '#tests/support/sources.ts'

type Pattern = { file: string; source: string; flags: string }

const patterns = [...readSources()].flatMap(([file, code]) => {
  if (file.startsWith('src/art/')) return []
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return patternsIn(parseAst(code, { lang })).map((found): Pattern => ({ file, ...found }))
})

function patternsIn(node: unknown): { source: string; flags: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  if (regex) return [{ source: regex.pattern, flags: regex.flags }]
  return Object.values(node).flatMap(patternsIn)
}

/** These would not stand it, and meet only what is short by then, the program's own guide, or words of whoever runs it. */
const sheltered = ['src/features/help/guide.server.ts', 'src/lib/excerpt.ts', 'src/server/env.ts']

/** Work without end needs a quantifier without end; all others do a bounded number of steps at each place. */
const unbounded = patterns.filter(({ source }) => /[*+]|\{\d+,\}/.test(source))

const enough = 100_000

const plainRuns = [...'a0A_ \t\n-/.,;:@=%?#"', 'é', '\u200e', 'a@', '/a', ' a']
const plainEnds = ['', '!', '\n', '/']

/** Made once for all patterns: new ones for each were gigabytes, and most of the time went into sweeping them up. */
const plainTexts = new Map<string, string>()

function hostileText(start: string, run: string, end: string): string {
  const isPlain = plainRuns.includes(run) && plainEnds.includes(end)
  const key = JSON.stringify([start, run, end])
  const text = plainTexts.get(key) ?? start + run.repeat(enough / run.length) + end
  if (isPlain) plainTexts.set(key, text)
  return text
}

/** Long runs of what the pattern itself is looking for, and of what it is not, with and without a wrong beginning and end. */
function* hostileTexts(source: string): Generator<string> {
  const words = source.match(/[a-z]{3,}/gi) ?? []
  const signs = [...source].filter((sign) => !/[\\a-z0-9]/i.test(sign))
  const ends = new Set([...plainEnds, ...words.slice(-2)])
  for (const run of new Set([...plainRuns, ...words, ...signs])) {
    for (const end of ['', '!']) yield hostileText('', run, end)
    // What is looked for at the beginning takes nothing away here.
    for (const end of ends) yield hostileText('/', run, end)
  }
}

test('the patterns of the source are found', () => {
  expect(patterns.map(({ file }) => file)).toContain('src/server/log.ts')
  expect(unbounded.length).toBeGreaterThan(20)
})

const exposed = unbounded.filter(({ file }) => !sheltered.includes(file))
const once = new Map(exposed.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))

/**
 * One that is quadratic needs minutes for 100 kB where a linear one needs a millisecond: nothing is measured, it just
 * does not come to an end in time. The long run has no limit of its own for a test: this one brings it.
 */
test.for([...once.values()])(
  '$file: /$source/ comes to an end with 100 kB of anything',
  { timeout: 120_000 },
  async ({ source, flags }, { signal }) => {
    const pattern = new RegExp(source, flags)
    for (const text of hostileTexts(source)) {
      if (signal.aborted) return
      pattern.lastIndex = 0
      if (flags.includes('g')) text.replace(pattern, '')
      else pattern.test(text)
      await setImmediate()
    }
  },
)
