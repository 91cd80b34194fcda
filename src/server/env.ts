import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { isEmail } from '#lib/email.ts'
import { installation } from './installation.ts'
import { type Level, levels } from './log.ts'
import { isOwnMachine } from './mail-line.ts'
import type { Dkim } from './mailer.ts'
import { readSecretFiles } from './secret-files.ts'

/** What stands in SECRET_KEY_OLD for a key that nobody has any more. */
export const lostKey = 'lost'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['on', 'off'])
const email = z.string().refine(isEmail, 'must be an e-mail address')

/** Shorter than the screens ask for: whoever sets it here may have reasons. The start warns her. */
const ownerPassword = z
  .string()
  .min(8, 'must be at least 8 characters')
  .refine((text) => Buffer.byteLength(text) <= 256, 'must be at most 256 bytes')

const passphrase = z
  .string()
  .min(12, 'must be at least 12 characters')
  .refine((text) => !/[\r\n]/.test(text), 'must be one line')

const rootKey = z.string().min(32, 'must be at least 32 characters')

/** Each on a line of its own: a key may hold anything else. */
const oldKeys = z
  .string()
  .transform((text) => text.split(/\r?\n/).filter(Boolean))
  .pipe(z.array(z.literal(lostKey).or(rootKey)))

const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash && !url.username,
    'must be an origin without a path',
  )
  .transform((url) => url.origin)

/** On the way to another machine others could read along. */
const mailbox = z
  .url({ protocol: /^imaps?$/ })
  .refine(
    (url) => url.startsWith('imaps:') || isOwnMachine(new URL(url).hostname),
    'must begin with imaps://, unless the mailbox is on this machine',
  )

/** As a file of its own holds it, or only what stands between its first and its last line, in one. */
const rsaKey = z
  .string()
  .transform((text) =>
    text.includes('-----')
      ? text.replaceAll('\\n', '\n')
      : `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`,
  )
  .refine(isRsaKey, 'must be a private RSA key')

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain, such as yourname.com')

export const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET_KEY: rootKey.optional(),
  SECRET_KEY_OLD: oldKeys.optional(),
  OWNER_EMAIL: email.optional(),
  OWNER_PASSWORD: ownerPassword.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: email.optional(),
  MAIL_RATE: z.coerce.number().int().min(1).max(10_000).default(10),
  BOUNCE_IMAP_URL: mailbox.optional(),
  MAIL_EVENTS_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  MAILGUN_SIGNING_KEY: z.string().min(1).optional(),
  SES_TOPIC_ARN: z.string().startsWith('arn:aws:sns:', 'must begin with arn:aws:sns:').optional(),
  DKIM_DOMAIN: domain.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/, 'must be letters, numbers, points and hyphens')
    .optional(),
  DKIM_KEY: rsaKey.optional(),
  DNS_SERVER: z
    .string()
    .refine(
      (text) => isIP(text) || isIP(text.replace(/^\[|\]?:\d+$/g, '')),
      'must be an address in numbers, such as 9.9.9.9',
    )
    .optional(),
  POSTAL_ADDRESS: z.string().min(5).optional(),
  DOUBLE_OPT_IN: flag.optional(),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  MAILERLITE_API_KEY: z.string().min(1).optional(),
  MAILERLITE_API_URL: z.url({ protocol: /^https?$/ }).default('https://connect.mailerlite.com/api'),
  MAILERLITE_GROUP: z.string().min(1).default('Voracious Readers'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a bucket, not an address')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: passphrase.optional(),
  LOG_LEVEL: z.enum(levels).default('info'),
  ACCESS_LOG: flag.default('off'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
  RATE_LIMIT: flag.default('on'),
  SAMPLE_CONTENT: flag.default('on'),
})

/** Each may stand in a file instead, which NAME_FILE names. */
export const secretNames = [
  ...['DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_OLD', 'OWNER_PASSWORD', 'SMTP_URL', 'BOUNCE_IMAP_URL'],
  ...['MAIL_EVENTS_SECRET', 'MAILGUN_SIGNING_KEY', 'DKIM_KEY', 'MAILERLITE_API_KEY', 'S3_ACCESS_KEY_ID'],
  ...['S3_SECRET_ACCESS_KEY', 'BACKUP_PASSPHRASE', 'METRICS_TOKEN'],
]

const dkimNames = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY'] as const
const bucketNames = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const consistent = variables
  .refine((value) => value.OWNER_EMAIL || !value.OWNER_PASSWORD, {
    path: ['OWNER_PASSWORD'],
    message: 'means nothing without OWNER_EMAIL beside it',
  })
  .superRefine((value, { addIssue }) => {
    const insistOnAll = (names: readonly (keyof typeof value)[], words: string) => {
      const missing = names.filter((name) => !value[name])
      if (missing.length === names.length) return
      for (const name of missing) addIssue({ code: 'custom', path: [name], message: `is missing; ${words}, or none` })
    }
    insistOnAll(bucketNames, 'a bucket needs all five S3 settings')
    insistOnAll(dkimNames, 'a signature needs all three DKIM settings')
    if (value.WORKERS > 1 && !value.DATABASE_URL)
      addIssue({ code: 'custom', path: ['WORKERS'], message: 'more than one needs PostgreSQL, named in DATABASE_URL' })
    if (value.WORKERS > value.MAIL_RATE) {
      const message = `more than the ${value.MAIL_RATE} letters a second of MAIL_RATE, of which each worker sends one at least`
      addIssue({ code: 'custom', path: ['WORKERS'], message })
    }
  })

export type Bucket = { endpoint: string; region: string; name: string; accessKeyId: string; secretAccessKey: string }

export type Env = {
  port: number
  host: string
  /** how many processes answer at that port */
  workers: number
  /** the public origin: canonical links, share cards, letters. Never taken from a request. */
  siteUrl: string
  /** false while the site has not been told its address: then it answers on any host name */
  checkHost: boolean
  /** an address that waits to be confirmed there: under it the site answers for that one page, and nothing else */
  pendingUrl: string | null
  dataDir: string
  databaseUrl: string | null
  secretKey: string | null
  /** former root keys: what was signed or sealed with one goes on opening */
  oldKeys: string[]
  /** where notices for the author go */
  ownerEmail: string | null
  /** both are given: then this is the owner, from the start on and whenever the password here is another one */
  owner: { email: string; password: string } | null
  smtpUrl: string | null
  /** null: the author's own address */
  mailFrom: string | null
  lettersPerSecond: number
  /** where letters come back to, as imaps://user:password@host/folder */
  bounceMailbox: string | null
  /** what Postmark and Brevo prove themselves by */
  mailEventsSecret: string | null
  /** what Mailgun signs with */
  mailgunKey: string | null
  /** the only topic whose messages are taken: Amazon signs those of all its customers alike */
  sesTopic: string | null
  /** what letters are signed with */
  dkim: Dkim | null
  /** who is asked about domains; null: whom this machine asks */
  dnsServer: string | null
  postalAddress: string | null
  isDoubleOptIn: boolean
  /** the mailing provider's API, if there is a key for it */
  mailerLite: { apiKey: string; apiUrl: string } | null
  /** where that API is, key or no key */
  mailerLiteUrl: string
  /** the group there that holds the voracious readers */
  providerGroup: string
  /** the bucket files live in; null: they live in DATA_DIR */
  s3: Bucket | null
  /** what backups are sealed with; null: one may lie in DATA_DIR only, beside the key it holds */
  backupPassphrase: string | null
  /** the files that hold a secret in place of a setting */
  secretFiles: string[]
  /** what was set, by its name, for whoever brings the site back on another machine */
  settings: Record<string, string>
  /** how many proxies in front of us may be believed about the client's address */
  trustedProxies: number
  logLevel: Level
  /** whether each answer is a line in the log */
  hasAccessLog: boolean
  /** what whoever watches the site has to send along; null: nobody is told its figures */
  metricsToken: string | null
  /** how long the port stays open at a stop while /readyz says already that we leave */
  drainSeconds: number
  isRateLimited: boolean
  /** whether an empty house is furnished with sample stories and posts at its first start */
  hasSamples: boolean
}

export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty value in a .env file means "not set".
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { given, faults } = readSecretFiles(set, secretNames)
  if (faults.length > 0) throw new EnvError(faults)
  const parsed = consistent.safeParse(given)
  if (!parsed.success) {
    const placeOf = (name: string) => (given[name] && !set[name] ? `${name}_FILE` : name)
    throw new EnvError(parsed.error.issues.map(({ path, message }) => `${placeOf(path.join('.'))}: ${message}`))
  }
  const value = parsed.data
  const mailerLiteUrl = value.MAILERLITE_API_URL.replace(/\/+$/, '')
  return {
    port: value.PORT,
    host: value.HOST,
    workers: value.WORKERS,
    siteUrl: value.SITE_URL ?? `http://localhost:${value.PORT}`,
    checkHost: value.SITE_URL !== undefined,
    pendingUrl: null,
    dataDir: resolve(installation, value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    oldKeys: value.SECRET_KEY_OLD ?? [],
    ownerEmail: value.OWNER_EMAIL ?? null,
    owner:
      value.OWNER_EMAIL && value.OWNER_PASSWORD ? { email: value.OWNER_EMAIL, password: value.OWNER_PASSWORD } : null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM ?? null,
    lettersPerSecond: value.MAIL_RATE,
    bounceMailbox: value.BOUNCE_IMAP_URL ?? null,
    mailEventsSecret: value.MAIL_EVENTS_SECRET ?? null,
    mailgunKey: value.MAILGUN_SIGNING_KEY ?? null,
    sesTopic: value.SES_TOPIC_ARN ?? null,
    dkim: dkimOf(value),
    dnsServer: value.DNS_SERVER ?? null,
    postalAddress: value.POSTAL_ADDRESS ?? null,
    isDoubleOptIn: value.DOUBLE_OPT_IN ? value.DOUBLE_OPT_IN === 'on' : value.SMTP_URL !== undefined,
    mailerLite: value.MAILERLITE_API_KEY ? { apiKey: value.MAILERLITE_API_KEY, apiUrl: mailerLiteUrl } : null,
    mailerLiteUrl,
    providerGroup: value.MAILERLITE_GROUP,
    s3: bucketOf(value),
    backupPassphrase: value.BACKUP_PASSPHRASE ?? null,
    secretFiles: secretNames.flatMap((name) => set[`${name}_FILE`] ?? []),
    settings: settingsOf(given),
    trustedProxies: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    hasAccessLog: value.ACCESS_LOG === 'on',
    metricsToken: value.METRICS_TOKEN ?? null,
    // A proxy may look where it sends the next reader; at a terminal nobody wants to wait.
    drainSeconds: value.DRAIN_SECONDS ?? (value.TRUST_PROXY > 0 ? 3 : 0),
    isRateLimited: value.RATE_LIMIT === 'on',
    hasSamples: value.SAMPLE_CONTENT === 'on',
  }
}

function dkimOf(value: z.infer<typeof variables>): Dkim | null {
  const [domain, selector, key] = dkimNames.map((name) => value[name])
  return domain && selector && key ? { domain, selector, key } : null
}

function bucketOf(value: z.infer<typeof variables>): Bucket | null {
  const [endpoint, region, name, accessKeyId, secretAccessKey] = bucketNames.map((variable) => value[variable])
  if (!endpoint || !region || !name || !accessKeyId || !secretAccessKey) return null
  return { endpoint, region, name, accessKeyId, secretAccessKey }
}

/** Where the site stands on its machine is for the next machine to say; what opens a backup is not kept in it. */
const ofThisMachine = /^(PORT|HOST|WORKERS|DRAIN_SECONDS|DATA_DIR|DATABASE_URL|DNS_SERVER|BACKUP_PASSPHRASE)$/

function settingsOf(given: Record<string, string | undefined>): Record<string, string> {
  const names = Object.keys(variables.shape).filter((name) => given[name] !== undefined && !ofThisMachine.test(name))
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
}

/** Every fault of the configuration at once, in words for the person who wrote it. */
export class EnvError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'EnvError'
  }
}

/** The only place that reads the environment. */
export function loadEnv(folder = installation): Env {
  const file = join(folder, '.env')
  if (existsSync(file)) {
    insistOnWholeValues(readFileSync(file, 'utf8'))
    process.loadEnvFile(file)
  }
  return rereadEnv()
}

/** With the rights of today: whoever is another user by now may not open the same files. */
export function rereadEnv(): Env {
  return readEnv(process.env)
}

/**
 * Without quotes Node ends a value at a #, and systemd, which reads the same file for the service, does not: commands
 * typed by hand would have another key or passphrase than the site.
 */
function insistOnWholeValues(text: string) {
  const read = parseEnv(text)
  const cut = [...secretNames, 'POSTAL_ADDRESS'].filter((name) => {
    // What is set already is stronger than the file.
    if (process.env[name] !== undefined) return false
    const lines = [...text.matchAll(new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=([^\\r\\n]*)`, 'gm'))]
    const before = /^([^#]*)#/.exec(lines.at(-1)?.[1] ?? '')?.[1]
    // A remark behind no value at all cuts off nothing.
    return before !== undefined && !/^\s+$/.test(before) && before.trim() === read[name]
  })
  if (cut.length === 0) return
  throw new EnvError(
    cut.map(
      (name) =>
        `${name}: in .env a # and what stands behind it are cut off. If it belongs to the value, put that between quotes (${name}='...'); if it is a remark, give it a line of its own`,
    ),
  )
}
