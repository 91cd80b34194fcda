import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBreaks, readRegister } from '../scripts/security-register.mjs'

const register = readRegister()
const breaks = await readBreaks()

/** As a test says it: a title may be written with either quotation mark. */
const says = (file: string, words: string) => readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(words)

test.each(register)('$line names tests that are there', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const { file, words } of tests) {
    expect(existsSync(file), file).toBe(true)
    expect(says(file, words), `${file} has no test “${words}”`).toBe(true)
  }
})

test.each(register)('the defence of $line can be taken away (npm run test:breaks)', ({ line, tests }) => {
  const ofLine = breaks.filter((each) => each.line === line)
  expect(ofLine.length).toBeGreaterThan(0)
  for (const { file, from, to, test: part = '', also = [] } of ofLine) {
    for (const change of [{ file, from, to }, ...also]) {
      const times = readFileSync(change.file, 'utf8').split(change.from).length - 1
      expect(times, `in ${change.file}: ${change.from}`).toBe(1)
      expect(change.to).not.toBe(change.from)
    }
    expect(
      tests.some((named) => `${named.file} “${named.words}”`.includes(part)),
      `${line} names no “${part}”`,
    ).toBe(true)
  }
})

test('no defence is taken away that is not in the register', () => {
  const known = register.map(({ line }) => line)
  expect(breaks.filter(({ line }) => !known.includes(line))).toEqual([])
})

test('the register has a line for everything that can go wrong', () => {
  const counts = { A: 11, B: 7, C: 11, D: 12, E: 8, F: 8, G: 8, H: 12, I: 10, R: 18 }
  const wanted = Object.entries(counts).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, at) => `${group}${at + 1}`),
  )
  expect(register.map(({ line }) => line)).toEqual(wanted)
})
