import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the program is written in, by path, without its tests. */
export function readSources(): Map<string, string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}
