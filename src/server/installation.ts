import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json: what is not said in full is meant from here, wherever the program was started. */
export const installation = findInstallation(dirname(fileURLToPath(import.meta.url)))

/** What its verbs are typed after: a release has a program of its own for them. */
export const commandLine = existsSync(join(installation, 'frontispiece')) ? './frontispiece' : 'npm run site --'

function findInstallation(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(join(folder, 'package.json')) ? folder : findInstallation(parent)
}
