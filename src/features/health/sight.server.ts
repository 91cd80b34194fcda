import type { BackupKeeper } from '#features/backups/service.server.ts'
import type { Author } from '#lib/author.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { KeyFor } from '#server/secret.ts'
import type { Finding } from './contract.ts'
import { look, well } from './findings.server.ts'

/** What there is to look at: all of a site that runs, or what a command beside it could open. */
export type Sight = Pick<Deps, 'env' | 'now' | 'files'> & {
  version: string
  /** null: there is no key, or it cannot be read */
  keyFor: KeyFor | null
  /** or why it is closed, as the line about the database tells it */
  house: House | { closed: Finding }
  /** whether the site answers on this very machine */
  isRunning: () => Promise<boolean>
  /** how many proxies have told where a request came from, on its way to the site; null: none arrived there */
  countProxies: () => Promise<number | null>
}

/** What a database that opens lets be seen. */
export type House = Pick<Deps, 'db' | 'engine' | 'health'> & {
  backups: Pick<BackupKeeper, 'shelf' | 'running'>
  site: () => { author: Pick<Author, 'timeZone'>; sender: string }
  /** lines and works that are still the sample's */
  countSamples: (db: Db) => Promise<number>
  /** reads the database through, as the site itself does once a day */
  readThrough?: () => Promise<void>
}

/** Like everything about letters and rows, it is seen only where the database opens. */
export type InHouse = Omit<Sight, 'house'> & House

export type Look = (sight: Sight) => Promise<Finding>

/** Sees nothing where the database does not open, whose own line says why. */
export function inHouse(seen: (sight: InHouse) => Promise<Finding>): Look {
  return async (sight) => {
    if ('db' in sight.house) return seen({ ...sight, ...sight.house })
    return sight.house.closed.state === 'wrong'
      ? look('Not looked at, since the database does not open.', 'Nothing is known of it. See to the database first.')
      : well('There is nothing to look at yet.')
  }
}
