import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { ownerAddress } from '#server/letters.ts'
import { variableOf } from '#server/live-env.ts'
import { mailboxChange, returnFieldNames, shownMailbox } from './bounce-mailbox.server.ts'
import type { DoubleOptIn, SettingName, Settings, SettingsInput } from './contract.ts'
import { dkimChange } from './dkim.server.ts'
import { renewSettings } from './live.server.ts'
import {
  isKept,
  mailFieldNames,
  openSecret,
  type Secret,
  sealSecret,
  securityOf,
  serverFrom,
  serverOfUrl,
  wrong,
} from './mail-settings.server.ts'
import { addressChange, pendingOf } from './new-address.server.ts'
import { type Change, changedElsewhere, getRow, writeRow } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

const namesOf = {
  siteUrl: 'siteAddress',
  smtpUrl: 'mailServer',
  mailFrom: 'sender',
  bounceMailbox: 'bounceMailbox',
  mailEventsSecret: 'mailEventsSecret',
  mailgunKey: 'mailgunKey',
  sesTopic: 'sesTopic',
  dkim: 'dkim',
  postalAddress: 'postalAddress',
  isDoubleOptIn: 'doubleOptIn',
  mailerLiteKey: 'providerKey',
  providerGroup: 'providerGroup',
} as const satisfies Record<keyof typeof variableOf, SettingName>

/** What the environment sets: it is stronger than any screen. */
export function fixedBy({ settings }: Env): SettingName[] {
  const open = Object.keys(namesOf) as (keyof typeof namesOf)[]
  return open.filter((name) => variableOf[name] in settings).map((name) => namesOf[name])
}

export async function readSettings(deps: Deps): Promise<Settings> {
  const { db, env } = deps
  const { given } = deps.settings
  const { author } = deps.site()
  const row = await getRow(db)
  const fixed = fixedBy(given)
  const isFixed = (name: SettingName) => fixed.includes(name)
  const text = (name: SettingName, ours: string, typed: string | null) => (isFixed(name) ? ours : (typed ?? ''))
  return {
    version: row.version,
    siteAddress: text('siteAddress', given.siteUrl, row.site_url),
    ...(isFixed('mailServer') && given.smtpUrl ? shownServer(given.smtpUrl) : serverOfRow(deps, row)),
    sender: text('sender', given.mailFrom ?? '', row.mail_from),
    ...shownMailbox(deps, row, given.bounceMailbox),
    mailEventsSecret: given.mailEventsSecret ? 'kept' : isKept(deps, row, 'mail_events_secret'),
    mailgunKey: given.mailgunKey ? 'kept' : isKept(deps, row, 'mailgun_key'),
    sesTopic: text('sesTopic', given.sesTopic ?? '', row.ses_topic),
    dkimKey: given.dkim ? 'kept' : isKept(deps, row, 'dkim_key'),
    postalAddress: text('postalAddress', given.postalAddress ?? '', row.postal_address),
    doubleOptIn: isFixed('doubleOptIn') ? flag(given.isDoubleOptIn) : flag(toBoolean(row.is_double_opt_in)),
    providerKey: given.mailerLite ? 'kept' : isKept(deps, row, 'provider_key'),
    providerGroup: text('providerGroup', given.providerGroup, row.provider_group),
    fixed,
    usual: {
      siteAddress: given.siteUrl,
      sender: given.mailFrom ?? author.email,
      postalAddress: given.postalAddress ?? author.postalAddress,
      isDoubleOptIn: env.smtpUrl !== null,
      providerGroup: given.providerGroup,
    },
    pending: pendingOf(deps, row),
    ownAddress: await ownerAddress(db, deps),
  }
}

type ShownServer = Pick<Settings, 'mailServer' | 'mailPort' | 'mailSecurity' | 'mailUser' | 'mailPassword'>

/** Whoever signs in at the server that the environment names is not told on a screen. */
function shownServer(url: string): ShownServer {
  const { host, port, security, password } = serverOfUrl(url)
  return {
    mailServer: host,
    mailPort: port,
    mailSecurity: security,
    mailUser: '',
    mailPassword: password ? 'kept' : 'none',
  }
}

function serverOfRow(deps: Deps, row: SettingsRow): ShownServer {
  return {
    mailServer: row.mail_host ?? '',
    mailPort: row.mail_port,
    mailSecurity: securityOf(row),
    mailUser: row.mail_user ?? '',
    mailPassword: isKept(deps, row, 'mail_password'),
  }
}

function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

function flag(value: boolean | null): DoubleOptIn {
  return value === null ? 'usual' : value ? 'on' : 'off'
}

export type SettingsEvent =
  | 'settings.changed'
  | 'settings.mail_changed'
  | 'settings.returns_changed'
  | 'settings.dkim_changed'
  | 'settings.key_changed'
  | 'settings.address_asked'
  | 'settings.address_changed'

/** What the owner's own feature knows to do, for whoever is at the door. */
export type OwnersHand = {
  /** throws unless this is her password */
  insistOnPassword: (password: string) => Promise<void>
  /** among the things done in her name, in the transaction that does them */
  record: (tx: Db, what: SettingsEvent) => Promise<void>
}

/** Keeps what she typed. A new address only waits: it is in force once she has opened it. */
export async function saveSettings(deps: Deps, input: SettingsInput, hand: OwnersHand): Promise<Settings> {
  insistOpen(deps, input)
  const before = await getRow(deps.db)
  if (input.version !== undefined && input.version !== before.version) throw changedElsewhere(before)
  const change = differing(before, { ...changeOf(deps, before, input), ...(await dkimChange(deps, input.dkim)) })
  const events = eventsOf(change)
  if (events.length === 0) return readSettings(deps)
  if (events.some((what) => what !== 'settings.changed')) await askPassword(input, hand)
  await deps.db.transaction().execute(async (tx) => {
    await writeRow(tx, deps, before, change)
    for (const what of events) await hand.record(tx, what)
  })
  await renewSettings(deps)
  await deps.siteChanged()
  return readSettings(deps)
}

async function askPassword({ password }: SettingsInput, hand: OwnersHand): Promise<void> {
  if (!password) throw wrong('password', 'Type your password, to be sure that it is you')
  await hand.insistOnPassword(password)
}

const fixedWords = 'This is set on the server and cannot be changed here. Whoever runs the server can change it there.'

/** What a part belongs to that is set as a whole. */
const wholeOf: Record<string, SettingName> = Object.fromEntries([
  ...mailFieldNames.map((name) => [name, 'mailServer']),
  ...returnFieldNames.map((name) => [name, 'bounceMailbox']),
])

/** All that was named and is not hers to say. */
export function insistOpen({ settings }: Deps, input: SettingsInput): void {
  const fixed = fixedBy(settings.given)
  const closed = Object.keys(input).filter((name) => fixed.includes((wholeOf[name] ?? name) as SettingName))
  if (closed.length === 0) return
  const fields = Object.fromEntries(closed.map((name) => [name, fixedWords]))
  throw new AppError('invalid', fixedWords, { fields })
}

function changeOf(deps: Deps, before: SettingsRow, input: SettingsInput): Change {
  const { sender, sesTopic, postalAddress, doubleOptIn, providerGroup } = input
  const sealed = (secret: Secret, text: string | undefined) =>
    text === undefined ? {} : { [secret]: text ? sealSecret(deps, secret, text) : null }
  return {
    ...addressChange(deps, before, input.siteAddress),
    ...mailChange(deps, before, input),
    ...(sender === undefined ? {} : { mail_from: sender || null }),
    ...mailboxChange(deps, before, input),
    ...sealed('mail_events_secret', input.mailEventsSecret),
    ...sealed('mailgun_key', input.mailgunKey),
    ...(sesTopic === undefined ? {} : { ses_topic: sesTopic || null }),
    ...(postalAddress === undefined ? {} : { postal_address: postalAddress || null }),
    ...(doubleOptIn === undefined ? {} : { is_double_opt_in: fromFlag(doubleOptIn) }),
    ...sealed('provider_key', input.providerKey),
    ...(providerGroup === undefined ? {} : { provider_group: providerGroup || null }),
  }
}

function fromFlag(value: DoubleOptIn): number | null {
  return value === 'usual' ? null : value === 'on' ? 1 : 0
}

function mailChange(deps: Deps, before: SettingsRow, input: SettingsInput): Change {
  if (mailFieldNames.every((name) => input[name] === undefined)) return {}
  const server = serverFrom(deps, before, input)
  const kept = server && before.mail_password ? openSecret(deps, before, 'mail_password') : null
  // The same words sealed a second time would look like another password.
  const password = server?.user
    ? server.password === kept
      ? before.mail_password
      : sealSecret(deps, 'mail_password', server.password)
    : null
  return {
    mail_host: server?.host ?? null,
    mail_port: server?.port ?? null,
    mail_is_tls: server && (server.security === 'tls' ? 1 : 0),
    mail_user: server?.user || null,
    mail_password: password,
  }
}

function differing(before: SettingsRow, change: Change): Change {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => before[name as keyof SettingsRow] !== value),
  )
}

/** What is to be written down of it. All but the last ask for her password. */
function eventsOf(change: Change): SettingsEvent[] {
  const names = Object.keys(change) as (keyof Change)[]
  const has = (...wanted: (keyof Change)[]) => wanted.some((name) => names.includes(name))
  const isCancelled = change.pending_url === null
  return [
    ...(has('site_url') ? (['settings.address_changed'] as const) : []),
    ...(has('pending_url') && !isCancelled ? (['settings.address_asked'] as const) : []),
    ...(has('mail_host', 'mail_port', 'mail_is_tls', 'mail_user', 'mail_password')
      ? (['settings.mail_changed'] as const)
      : []),
    ...(has('bounce_mailbox', 'mail_events_secret', 'mailgun_key', 'ses_topic')
      ? (['settings.returns_changed'] as const)
      : []),
    ...(has('dkim_domain', 'dkim_selector', 'dkim_key') ? (['settings.dkim_changed'] as const) : []),
    ...(has('provider_key') ? (['settings.key_changed'] as const) : []),
    ...(has('mail_from', 'postal_address', 'is_double_opt_in', 'provider_group') || (isCancelled && !has('site_url'))
      ? (['settings.changed'] as const)
      : []),
  ]
}
