// What docs/security.md names, and what takes each of its defences away.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const breaksFolder = join(root, 'tests/breaks')

/** Each line of the register with the tests it names: their file, and their words where it does not mean the whole file. */
export function readRegister() {
  const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').match(/^\| [A-IR]\d+ .*$/gm) ?? []
  return lines.map((text) => ({
    line: text.split('|')[1]?.trim() ?? '',
    text,
    tests: [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g)].map(([, file = '', words = '']) => ({
      file,
      words,
    })),
  }))
}

/**
 * The smallest changes to the product that take a defence away: in `file`, `from` stands once and becomes `to`. `test` is
 * part of the words or of the file of the one named test that is to notice, where the others would only cost time.
 * `isOnPostgres`: noticed on PostgreSQL. `also`: what is taken away with it, where one defence stands behind another.
 * @typedef {{ file: string, from: string, to: string }} Change
 * @typedef {Change & { line: string, test?: string, isOnPostgres?: boolean, also?: Change[] }} Break
 * @returns {Promise<Break[]>}
 */
export async function readBreaks() {
  const groups = readdirSync(breaksFolder).map((file) => import(pathToFileURL(join(breaksFolder, file)).href))
  return (await Promise.all(groups)).flatMap(({ breaks }) => breaks)
}
