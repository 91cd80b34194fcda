import { decoded } from '#lib/url.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isOpenAddress } from '#server/mail-line.ts'
import { seal, sealAnew, unseal } from '#server/sealed.ts'
import { readMailServer, type Security, toSmtpUrl, usualPort } from './addresses.ts'
import type { Kept, MailTestInput } from './contract.ts'
import { findRow } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

/** A mail server whole: with the password as it is typed at the server. */
export type OpenServer = { host: string; port: number; security: Security; user: string; password: string }

export const secrets = [
  'mail_password',
  'provider_key',
  'bounce_mailbox',
  'mail_events_secret',
  'mailgun_key',
  'dkim_key',
] as const
export type Secret = (typeof secrets)[number]

/** A key of its own for each: one cannot be put in the other's place. */
export function sealSecret({ keyFor }: Pick<Deps, 'keyFor'>, secret: Secret, text: string): string {
  return seal(keyFor(`settings:${secret}`), text)
}

/** What a former root key has sealed; another node's next start does what a save here has overtaken. */
export async function sealSecretsAnew({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>): Promise<void> {
  const row = await findRow(db)
  for (const secret of secrets) {
    const sealed = row?.[secret]
    const anew = sealed && sealAnew(keyFor(`settings:${secret}`), sealed)
    if (!anew) continue
    await db
      .updateTable('settings')
      .set({ [secret]: anew })
      .where(secret, '=', sealed)
      .execute()
  }
}

export function openSecret({ keyFor }: Pick<Deps, 'keyFor'>, row: SettingsRow, secret: Secret): string | null {
  const sealed = row[secret]
  return sealed === null ? null : unseal(keyFor(`settings:${secret}`), sealed)
}

export function isKept(deps: Pick<Deps, 'keyFor'>, row: SettingsRow, secret: Secret): Kept {
  if (row[secret] === null) return 'none'
  return openSecret(deps, row, secret) === null ? 'unreadable' : 'kept'
}

export function securityOf({ mail_is_tls }: SettingsRow): Security {
  return mail_is_tls === 1 ? 'tls' : 'starttls'
}

/** The mail server of a row as the one address it stands for; null where there is none, or its password cannot be read. */
export function smtpUrlOf(deps: Pick<Deps, 'keyFor'>, row: SettingsRow): string | null {
  const { mail_host: host, mail_port: port, mail_user: user } = row
  if (host === null || port === null) return null
  const password = openSecret(deps, row, 'mail_password')
  if (row.mail_password !== null && password === null) return null
  return toSmtpUrl({ host, port, security: securityOf(row), user: user ?? '', password: password ?? '' })
}

/** The mail server that the environment names. */
export function serverOfUrl(url: string): OpenServer {
  const { hostname: host, port, protocol, username, password } = new URL(url)
  const security = protocol === 'smtps:' ? 'tls' : 'starttls'
  const [user = '', word = ''] = [username, password].map(decoded)
  return { host, port: Number(port) || usualPort[security], security, user, password: word }
}

export const mailFieldNames = ['mailServer', 'mailPort', 'mailSecurity', 'mailUser', 'mailPassword'] as const

/** What she means when what she typed is laid over what is kept. Null: no mail server. Throws what is wrong, by field. */
export function serverFrom(deps: Pick<Deps, 'keyFor'>, row: SettingsRow, input: MailTestInput): OpenServer | null {
  const text = input.mailServer ?? row.mail_host ?? ''
  if (text === '') return null
  const typed = readMailServer(text)
  if ('fault' in typed) throw wrong('mailServer', typed.fault)
  if (!isReachable(typed.host)) throw wrong('mailServer', insideWords)
  const isNamedAnew = input.mailServer !== undefined && typed.host !== row.mail_host
  const security = typed.security ?? input.mailSecurity ?? (isNamedAnew ? 'starttls' : securityOf(row))
  const given = input.mailPort === undefined && !isNamedAnew ? row.mail_port : Number(input.mailPort ?? 0)
  const port = typed.port ?? (given || usualPort[security])
  const user = typed.user ?? input.mailUser ?? (isNamedAnew ? '' : (row.mail_user ?? ''))
  const server = { host: typed.host, port, security, user }
  return { ...server, password: typed.password || input.mailPassword || keptPassword(deps, row, server) }
}

/**
 * The password she gave is for one server and one name: sent to any other it would be told to whoever she was made to
 * name there. So another server has to be given its password anew.
 */
function keptPassword(deps: Pick<Deps, 'keyFor'>, row: SettingsRow, server: Omit<OpenServer, 'password'>): string {
  if (server.user === '') return ''
  const isSame = server.host === row.mail_host && server.user === row.mail_user
  if (!isSame || row.mail_password === null) throw wrong('mailPassword', passwordMissing)
  const password = openSecret(deps, row, 'mail_password')
  if (password === null) throw wrong('mailPassword', passwordUnreadable)
  return password
}

export const passwordMissing = 'Type the password that belongs to this server and this user name'
export const passwordUnreadable = 'The password that is kept here cannot be read any more. Type it once more'
export const insideWords = 'This address is inside a private network. Whoever runs the server can name it there'

/** Of a name nobody knows yet where it leads: that is seen when it is called. */
export function isReachable(host: string): boolean {
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host)
  return !isNumber || isOpenAddress(host.replace(/^\[|\]$/g, ''))
}

export function wrong(field: string, words: string): AppError {
  return new AppError('invalid', words, { fields: { [field]: words } })
}
