import { decoded } from '#lib/url.ts'
import type { Deps } from '#server/deps.ts'
import { isOwnMachine } from '#server/mail-line.ts'
import { readMailbox } from './addresses.ts'
import type { Settings, SettingsInput } from './contract.ts'
import {
  insideWords,
  isKept,
  isReachable,
  openSecret,
  passwordMissing,
  passwordUnreadable,
  sealSecret,
  wrong,
} from './mail-settings.server.ts'
import type { Change } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

export const returnFieldNames = ['bounceServer', 'bounceUser', 'bouncePassword'] as const

type Shown = Pick<Settings, (typeof returnFieldNames)[number]>

/** Of a mailbox that the environment names, only where it is. */
export function shownMailbox(deps: Pick<Deps, 'keyFor'>, row: SettingsRow, given: string | null): Shown {
  if (given) return { bounceServer: new URL(given).hostname, bounceUser: '', bouncePassword: 'kept' }
  const kept = keptMailbox(deps, row)
  return {
    bounceServer: kept?.host ?? '',
    bounceUser: kept?.user ?? '',
    bouncePassword: isKept(deps, row, 'bounce_mailbox'),
  }
}

function keptMailbox(deps: Pick<Deps, 'keyFor'>, row: SettingsRow) {
  const url = openSecret(deps, row, 'bounce_mailbox')
  if (url === null) return null
  const { host, hostname, username, password, pathname } = new URL(url)
  const [user = '', word = '', folder = ''] = [username, password, pathname.slice(1)].map(decoded)
  return { url, host, hostname, user, password: word, folder }
}

export function mailboxChange(deps: Pick<Deps, 'keyFor'>, row: SettingsRow, input: SettingsInput): Change {
  if (returnFieldNames.every((name) => input[name] === undefined)) return {}
  const kept = keptMailbox(deps, row)
  const server = input.bounceServer ?? kept?.host ?? ''
  if (server === '') return { bounce_mailbox: null }
  const typed = readMailbox(server)
  if ('fault' in typed) throw wrong('bounceServer', typed.fault)
  const { host, port, folder } = typed
  if (!isReachable(host)) throw wrong('bounceServer', insideWords)
  const user = typed.user ?? input.bounceUser ?? kept?.user ?? ''
  if (user === '') throw wrong('bounceUser', 'Type the user name of this mailbox')
  // What she typed for one mailbox is told to no other.
  const isSame = kept?.hostname === host && kept.user === user
  const password = typed.password || input.bouncePassword || (isSame ? kept.password : '')
  if (!password) throw wrong('bouncePassword', row.bounce_mailbox && !kept ? passwordUnreadable : passwordMissing)
  const login = [user, password].map(encodeURIComponent).join(':')
  const place = `${host}${port ? `:${port}` : ''}/${encodeURIComponent(folder ?? (isSame ? kept.folder : 'INBOX'))}`
  const url = `${isOwnMachine(host) ? 'imap' : 'imaps'}://${login}@${place}`
  // The same words sealed a second time would look like another mailbox.
  return { bounce_mailbox: url === kept?.url ? row.bounce_mailbox : sealSecret(deps, 'bounce_mailbox', url) }
}
