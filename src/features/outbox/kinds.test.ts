import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindWords } from './outbox-text.ts'

/** A letter is written down with what it is: the room it comes from, a dot, and its name. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.server\.tsx?$/.test(file))
const kinds = files.flatMap((file) =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(/\bkind: '(\w+\.\w+)'/g)].map(([, kind = '']) => kind),
)

test('every kind of letter the site writes has words of its own', () => {
  expect(kinds).toEqual(expect.arrayContaining(['newsletter.confirm', 'contact.notice', 'campaigns.book']))
  expect(kinds.filter((kind) => kindWords(kind) === kind)).toEqual([])
})
