import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { randomText } from './ids.ts'
import './site-facts.ts'

const lookEvery = 10 * 60_000
const goneAfter = 60 * 60_000
const prefix = 'files-folder.'

export type Neighbours = {
  /** another process works on the same database and keeps files in a folder of its own */
  areThere: () => boolean
  look: () => Promise<void>
  leave: () => Promise<void>
}

/**
 * Several nodes on one PostgreSQL see the same rows, but what lies in one's DATA_DIR the others have not. Each folder
 * says in the database that it is in use, and so finds the others.
 */
export function createNeighbours({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>, dataDir: string): Neighbours {
  const mine = prefix + folderId(dataDir)
  let areThere = false
  return {
    areThere: () => areThere,
    async look() {
      const others = await signIn(db, mine, now())
      if (others && !areThere) log.warn(scattered)
      areThere = others
    },
    async leave() {
      await db.deleteFrom('site_facts').where('name', '=', mine).execute()
    },
  }
}

/** Looks now and from time to time; answers how to stop. */
export function watchNeighbours(neighbours: Neighbours): () => Promise<void> {
  // A database that is away is told by others; the next look finds it again.
  const look = () => neighbours.look().catch(() => {})
  const first = look()
  const timer = setInterval(look, lookEvery).unref()
  return async () => {
    clearInterval(timer)
    await first
    await neighbours.leave().catch(() => {})
  }
}

export const scattered =
  'This site runs on more than one machine, and each keeps the book and your pictures for itself: some readers hear that they are not there. Set the five S3 settings on every machine, or run only one.'

async function signIn(db: Db, mine: string, now: Date): Promise<boolean> {
  const value = now.toISOString()
  const oldest = new Date(now.getTime() - goneAfter).toISOString()
  await db
    .insertInto('site_facts')
    .values({ name: mine, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  await db.deleteFrom('site_facts').where('name', 'like', `${prefix}%`).where('value', '<', oldest).execute()
  const other = await db
    .selectFrom('site_facts')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .where('name', '!=', mine)
    .executeTakeFirst()
  return other !== undefined
}

/** How many folders are in use, as the nodes have told lately. */
export async function countFolders(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('site_facts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', 'like', `${prefix}%`)
    .where('value', '>=', new Date(now.getTime() - goneAfter).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Two nodes that share a folder are one place: the name lies in the folder itself. */
function folderId(dataDir: string): string {
  const file = join(dataDir, 'folder-id')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) writeFileSync(file, randomText(9), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
