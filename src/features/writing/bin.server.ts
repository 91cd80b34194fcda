import type { Deps } from '#server/deps.ts'
import type { BinItem } from './contract.ts'
import type { Work } from './works.server.ts'

/** The last thrown away first. */
export async function listBin(deps: Deps, works: readonly Work[]): Promise<BinItem[]> {
  const bins = await Promise.all(works.map((work) => work.listBin(deps)))
  return bins
    .flat()
    .sort((one, other) => other.deletedAt.localeCompare(one.deletedAt) || other.id.localeCompare(one.id))
}

/** Everything that is kept because of it goes along. */
export async function emptyOf({ db }: Deps, work: Work, id: string): Promise<void> {
  await db.transaction().execute((tx) => work.removeFromBin(tx, id))
}
