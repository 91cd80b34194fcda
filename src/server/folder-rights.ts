import { statSync } from 'node:fs'

/**
 * Root goes on with the rights of whoever the data folder belongs to: what she could not open or write, nothing of hers may
 * become, and nobody may be told that all is well with it. Answers how to be root again.
 */
export function takeFolderRights(dataDir: string): () => void {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (process.geteuid?.() !== 0 || !folder?.uid) return () => {}
  process.setegid?.(folder.gid)
  process.seteuid?.(folder.uid)
  return () => {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

/** Who may not do something, at the beginning of a sentence. */
export function thisUser(): string {
  const isRoots = process.getuid?.() === 0 && process.geteuid?.() !== 0
  return isRoots ? "The user of the data folder, with whose rights root's commands run," : 'This user'
}
