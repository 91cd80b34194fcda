import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deps } from '#server/deps.ts'
import type { Dkim } from '#server/mailer.ts'
import { openSecret, sealSecret } from './mail-settings.server.ts'
import type { Change } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

export function dkimOf(deps: Pick<Deps, 'keyFor'>, row: SettingsRow): Dkim | null {
  const { dkim_domain: domain, dkim_selector: selector } = row
  const key = openSecret(deps, row, 'dkim_key')
  return domain && selector && key ? { domain, selector, key } : null
}

const makePair = promisify(generateKeyPair)

/** For the domain her letters come from, under the day's name: an older key stays where letters sent with it are read. */
export async function dkimChange(deps: Deps, wish: 'make' | 'forget' | undefined): Promise<Change> {
  if (!wish) return {}
  if (wish === 'forget') return { dkim_domain: null, dkim_selector: null, dkim_key: null }
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 })
  const [, domain = ''] = deps.site().sender.split('@')
  return {
    dkim_domain: domain.toLowerCase(),
    dkim_selector: `site${deps.now().toISOString().slice(0, 10).replaceAll('-', '')}`,
    dkim_key: sealSecret(deps, 'dkim_key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  }
}
