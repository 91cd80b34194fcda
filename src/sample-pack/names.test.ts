import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from './pack.ts'

/** Where a word of the sample stands outside its folder, and why. Nobody adds to it without a reason. */
const allowed: Record<string, string> = {
  'src/lib/paths.ts': 'the address the specification names for the advance copy',
  'src/features/newsletter/contract.ts': 'the source of a signup, as the specification names it on the wire',
  'src/features/newsletter/arc-page.tsx': 'the same, where a form without scripts sends it',
  'src/features/newsletter/send-signup.ts': 'the same, where it is sent',
  'src/features/people/people-text.ts': 'the same, where it is told in words',
  'scripts/sample-numbers.mjs': 'visits to the addresses the specification names',
  'scripts/screenshots.mjs': 'pictures of the addresses the specification names',
  'scripts/desk-screenshots.mjs': 'the file of the free book, as the specification names it',
  'scripts/letter-screenshots.mjs': 'pictures of letters about what a site begins with',
}

function wordsOf({ profile, books, stories, posts }: typeof pack): string[] {
  const titles = [...books.books, ...stories, ...posts].map((work) => String('title' in work ? work.title : ''))
  const series = books.series.flatMap(({ name }) => name ?? [])
  return [...profile.name.split(' '), ...titles, ...series]
}

/** However it is spelt: with blanks, with hyphens, or as a name in code. */
function patternOf(words: readonly string[]): RegExp {
  const spelt = words.map((text) => text.match(/[\p{L}\d]+/gu)?.join("[\\s_’'-]*") ?? text)
  return new RegExp(`\\b(?:${spelt.join('|')})`, 'iu')
}

const files = ['src', 'build', 'scripts'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.startsWith('src/sample-pack/')),
)

test('nothing outside the sample’s folder says its author’s name or a title of hers', () => {
  const pattern = patternOf(wordsOf(pack))
  const said = files.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(said.sort()).toEqual(Object.keys(allowed).sort())
})
