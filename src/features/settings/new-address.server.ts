import { deskPaths } from '#lib/desk-paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { isPendingHost } from '#server/request-limits.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { readSiteAddress } from './addresses.ts'
import type { Settings } from './contract.ts'
import { renewSettings } from './live.server.ts'
import { wrong } from './mail-settings.server.ts'
import { type Change, getRow, writeRow } from './rows.server.ts'
import type { OwnersHand } from './service.server.ts'
import type { SettingsRow } from './tables.server.ts'

const confirmWithin = 10 * 60_000
const tokenPurpose = 'site-address'

/** Made of what is kept and the root key, so that it can be shown again; it opens something until the row says otherwise. */
export function pendingOf({ env, keyFor }: Deps, row: SettingsRow): Settings['pending'] {
  const { pending_id: id, pending_until: until } = row
  if (!env.pendingUrl || env.pendingUrl !== row.pending_url || !id || !until) return null
  const link = `${row.pending_url}${deskPaths.newAddress}?token=${signToken(keyFor(tokenPurpose), id)}`
  return { siteAddress: row.pending_url, until, link }
}

const nothingPending = { pending_url: null, pending_id: null, pending_until: null }

/** A new one waits to be opened; the one there is, typed again, takes back what waits. */
export function addressChange({ now }: Deps, before: SettingsRow, typed: string | undefined): Change {
  if (typed === undefined) return {}
  if (typed === '') return { site_url: null, ...nothingPending }
  const address = readSiteAddress(typed)
  if ('fault' in address) throw wrong('siteAddress', address.fault)
  if (address.url === before.site_url) return nothingPending
  return {
    pending_url: address.url,
    pending_id: newId(now()),
    pending_until: new Date(now().getTime() + confirmWithin).toISOString(),
  }
}

/** Who is at the page that the link opens: by which name she came, and what her browser calls the place it sends from. */
export type Arrival = { token: string; host: string | undefined; origin: string | undefined }

/** The address that this link may confirm. `isHere`: she has come to it under that very name. */
export async function findAsked(
  deps: Deps,
  { token, host }: Arrival,
): Promise<{ url: string; isHere: boolean } | null> {
  const { db, env, keyFor } = deps
  const id = openToken(keyFor(tokenPurpose), token)
  const { pending_id, pending_url } = await getRow(db)
  if (!id || id !== pending_id || !pending_url || env.pendingUrl !== pending_url) return null
  return { url: pending_url, isHere: isPendingHost(env, host) }
}

/** She has opened it there and says so: from now on the site is at that address, and nowhere else. */
export async function confirmAddress(deps: Deps, arrival: Arrival, hand: Pick<OwnersHand, 'record'>): Promise<void> {
  const { origin } = arrival
  const asked = await findAsked(deps, arrival)
  if (!asked) throw new AppError('not_found', linkOver)
  // A proxy that passes another name on would shut the site to everybody, and a line without https the owner out.
  if (!asked.isHere || (origin && origin !== 'null' && origin !== asked.url))
    throw new AppError('conflict', `This has to be opened at ${asked.url}, and the site was reached by another name.`)
  await deps.db.transaction().execute(async (tx) => {
    const before = await getRow(tx)
    if (before.pending_url !== asked.url) throw new AppError('not_found', linkOver)
    await writeRow(tx, deps, before, { site_url: asked.url, ...nothingPending })
    await hand.record(tx, 'settings.address_changed')
  })
  await renewSettings(deps)
  await deps.siteChanged()
}

const linkOver = 'This link was used already, or its ten minutes are over.'
