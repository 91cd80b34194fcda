import { readFileSync } from 'node:fs'

type Given = Record<string, string | undefined>

/** What is said of a file by the code of what went wrong with it. */
const words: Record<string, string> = { ENOENT: 'is not there', EACCES: 'may not be read by this user' }

/**
 * A secret may stand in a file that NAME_FILE names, as systemd and Docker hand them over, instead of in NAME: other users
 * and crash reports see no environment then. `given` with the content in its place, without the newline at its end; and
 * what is wrong with such files.
 */
export function readSecretFiles(given: Given, names: readonly string[]): { given: Given; faults: string[] } {
  const found = { ...given }
  const faults: string[] = []
  for (const name of names) {
    const file = found[`${name}_FILE`]
    if (!file) continue
    const text = readText(file)
    delete found[`${name}_FILE`]
    if (given[name]) faults.push(`${name}_FILE: ${name} is set too; keep one of the two`)
    else if ('fault' in text) faults.push(`${name}_FILE: ${file} ${text.fault}`)
    else found[name] = text.content
  }
  return { given: found, faults }
}

function readText(file: string): { content: string } | { fault: string } {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return content ? { content } : { fault: 'is empty' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { fault: words[code] ?? `cannot be read (${code})` }
  }
}
