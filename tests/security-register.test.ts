import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lines = readFileSync('docs/security.md', 'utf8').match(/^\| [A-IR]\d+ .*$/gm) ?? []

/** As a test says it: a title may be written with either quotation mark. */
const says = (file: string, words: string) => readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(words)

test.each(lines)('%s', (line) => {
  const shownBy = [...line.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g)]
  expect(shownBy.length).toBeGreaterThan(0)
  for (const [, file = '', words = ''] of shownBy) {
    expect(existsSync(file), file).toBe(true)
    expect(says(file, words), `${file} has no test “${words}”`).toBe(true)
  }
})

test('the register has a line for everything that can go wrong', () => {
  const counts = { A: 11, B: 7, C: 11, D: 12, E: 8, F: 8, G: 8, H: 12, I: 10, R: 18 }
  const wanted = Object.entries(counts).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, at) => `${group}${at + 1}`),
  )
  expect(lines.map((line) => line.split('|')[1]?.trim())).toEqual(wanted)
})
