import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

export type RunningSite = { address: string; dataDir: string }

/** A session of the owner's, written straight into the database of a running site. */
export function openOwnerSession({ dataDir }: RunningSite): string {
  const id = randomBytes(32).toString('base64url')
  const now = new Date().toISOString()
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  database
    .prepare('insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values (?, ?, ?, ?, ?)')
    .run(createHash('sha256').update(id).digest('base64url'), now, now, nextWeek, 'a test')
  database.close()
  return `sid=${id}`
}

/** The owner's calls to a running site, without a browser. */
export function ownerOf(site: RunningSite) {
  const cookie = openOwnerSession(site)
  const send = (method: string) => async (path: string, body?: unknown) => {
    const response = await fetch(site.address + path, {
      method,
      headers: { cookie, origin: site.address, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return { post: send('POST'), put: send('PUT'), delete: send('DELETE') }
}
