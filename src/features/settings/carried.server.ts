import { isEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { getRow, writeRow } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

const longest = 300
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest

/** Of what was set on another site, what is about people and letters, and no secret; what is set here already stays. */
const carried = {
  postal_address: isText,
  mail_from: (value) => isText(value) && isEmail(value),
  is_double_opt_in: (value) => value === 0 || value === 1,
  provider_group: isText,
} satisfies Partial<Record<keyof SettingsRow, (value: unknown) => boolean>>

export async function adoptSettings(tx: Db, deps: Pick<Deps, 'now'>, given: Record<string, unknown>): Promise<void> {
  const before = await getRow(tx)
  const taken = Object.entries(carried)
    .filter(([name, fits]) => before[name as keyof typeof carried] === null && fits(given[name]))
    .map(([name]) => [name, given[name]])
  if (taken.length > 0) await writeRow(tx, deps, before, Object.fromEntries(taken))
}
