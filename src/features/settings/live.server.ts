import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { createLiveEnv, type Filling } from '#server/live-env.ts'
import { dkimOf } from './dkim.server.ts'
import { isKept, openSecret, sealSecretsAnew, secrets, smtpUrlOf } from './mail-settings.server.ts'
import { findRow } from './rows.server.ts'
import type { SettingsRow } from './tables.server.ts'

declare module '#server/deps.ts' {
  interface Deps {
    /** what the owner has typed where the environment leaves something open */
    settings: LiveSettings
  }
}

export type LiveSettings = {
  /** the environment, filled; `deps.env` is this very object */
  env: Env
  /** what the environment itself says */
  given: Env
  /** reads what was saved last, here or through another node */
  renew: () => Promise<void>
  /** the mail server that `deps.mailer` speaks to, and what it signs with */
  carrier: string
}

type Parts = Pick<Deps, 'db' | 'keyFor' | 'log' | 'now'>

/** At the start: the environment with what she has typed in its open places. */
export async function openSettings(given: Env, parts: Parts): Promise<LiveSettings> {
  const { env, fill } = createLiveEnv(given, parts.now)
  let known = 0
  async function renew() {
    const row = await findRow(parts.db)
    // Whoever asked earlier and is answered later has nothing new to say.
    if (!row || row.version <= known) return
    known = row.version
    fill(toFilling(parts, row))
  }
  await sealSecretsAnew(parts)
  await renew()
  return { env, given, renew, carrier: carrierOf(env) }
}

/** What was saved is in force from here on, without a start; another mail server or key gets another carrier. */
export async function renewSettings(deps: Deps): Promise<void> {
  const { env, settings } = deps
  await settings.renew()
  if (settings.carrier === carrierOf(env)) return
  settings.carrier = carrierOf(env)
  const before = deps.mailer
  deps.mailer = deps.openMailer(env)
  before?.retire()
  deps.wakeWorker()
}

function carrierOf({ smtpUrl, dkim }: Env): string {
  return JSON.stringify([smtpUrl, dkim])
}

/** The address she has typed, for whoever asks without the site running; null before there is one. */
export async function findTypedAddress(db: Db): Promise<string | null> {
  return (await findRow(db))?.site_url ?? null
}

function toFilling(parts: Parts, row: SettingsRow): Filling {
  for (const secret of secrets) {
    if (isKept(parts, row, secret) === 'unreadable')
      parts.log.warn('a secret that was typed into the settings cannot be read: the root key is another one', {
        secret,
      })
  }
  const { pending_url: url, pending_until: until } = row
  return {
    siteUrl: row.site_url,
    smtpUrl: smtpUrlOf(parts, row),
    mailFrom: row.mail_from,
    bounceMailbox: openSecret(parts, row, 'bounce_mailbox'),
    mailEventsSecret: openSecret(parts, row, 'mail_events_secret'),
    mailgunKey: openSecret(parts, row, 'mailgun_key'),
    sesTopic: row.ses_topic,
    dkim: dkimOf(parts, row),
    postalAddress: row.postal_address,
    isDoubleOptIn: row.is_double_opt_in === null ? null : row.is_double_opt_in === 1,
    mailerLiteKey: openSecret(parts, row, 'provider_key'),
    providerGroup: row.provider_group,
    pending: url && until ? { url, until } : null,
  }
}
