import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json: what is not said in full is meant from here, wherever the program was started. */
export const installation = findInstallation(dirname(fileURLToPath(import.meta.url)))

function findInstallation(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(join(folder, 'package.json')) ? folder : findInstallation(parent)
}
