import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EnvError, loadEnv, readEnv, variables } from '#server/env.ts'
import { ownFolder } from './support/folder.ts'

test('with nothing configured the site runs on port 3000 and answers on any host', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    siteUrl: 'http://localhost:3000',
    checkHost: false,
    databaseUrl: null,
    smtpUrl: null,
    isDoubleOptIn: false,
    isRateLimited: true,
  })
})

test('double opt-in follows the mail server until somebody decides', () => {
  const smtp = { SMTP_URL: 'smtp://localhost:25' }
  expect(readEnv(smtp).isDoubleOptIn).toBe(true)
  expect(readEnv({ ...smtp, DOUBLE_OPT_IN: 'off' }).isDoubleOptIn).toBe(false)
  expect(readEnv({ DOUBLE_OPT_IN: 'on' }).isDoubleOptIn).toBe(true)
})

test.each([
  ['DATABASE_URL', 'mysql://somewhere'],
  ['SMTP_URL', 'https://somewhere'],
  ['SECRET_KEY', 'too short'],
  ['SECRET_KEY_OLD', `${'k'.repeat(32)}\ntoo short`],
  ['LOG_LEVEL', 'debug'],
  ['METRICS_TOKEN', 'too short'],
  ['DRAIN_SECONDS', '61'],
  ['OWNER_EMAIL', 'not an address'],
  ['OWNER_PASSWORD', 'seven77'],
  ['OWNER_PASSWORD', 'é'.repeat(129)],
  ['OWNER_PASSWORD', 'without an address beside it'],
  ['MAIL_FROM', 'Nobody <nobody@author.example>'],
  ['MAIL_RATE', '10001'],
  ['BOUNCE_IMAP_URL', 'imap://odile:word@mail.author.example/INBOX'],
  ['MAIL_EVENTS_SECRET', 'too short'],
  ['SES_TOPIC_ARN', 'SES_Events'],
  ['DKIM_KEY', 'no key at all'],
  ['DKIM_DOMAIN', 'no domain'],
  ['DNS_SERVER', 'dns.example'],
  ['TRUST_PROXY', '-1'],
  ['BACKUP_PASSPHRASE', 'short'],
  ['RATE_LIMIT', 'yes'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(name)
})

test('address and password together name the owner', () => {
  const owner = { email: 'owner@home.example', password: 'eight888' }
  expect(readEnv({ OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password }).owner).toEqual(owner)
  expect(readEnv({ OWNER_EMAIL: owner.email }).owner).toBeNull()
})

test('the passphrase of backups is no part of a backup, and neither is where the site stands', () => {
  const { backupPassphrase, settings } = readEnv({
    BACKUP_PASSPHRASE: 'the heron stands in the reeds',
    MAIL_RATE: '5',
    PORT: '80',
  })
  expect(backupPassphrase).toBe('the heron stands in the reeds')
  expect(settings).toEqual({ MAIL_RATE: '5' })
})

describe('a secret in a file', () => {
  const keep = (text: string) => {
    const file = join(ownFolder(), 'secret')
    writeFileSync(file, text)
    return file
  }

  test('is what stands in it but for the newline at its end, and counts as set', () => {
    const { smtpUrl, settings } = readEnv({ SMTP_URL_FILE: keep('smtp://mail.example:25\n') })
    expect(smtpUrl).toBe('smtp://mail.example:25')
    expect(settings).toEqual({ SMTP_URL: 'smtp://mail.example:25' })
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const signs = { DKIM_DOMAIN: 'author.example', DKIM_SELECTOR: 'site' }
    expect(readEnv({ ...signs, DKIM_KEY_FILE: keep(key.toString()) }).dkim?.key).toBe(key.toString().trimEnd())
  })

  test.each([
    ['SECRET_KEY_FILE: /nowhere/secret is not there', { SECRET_KEY_FILE: '/nowhere/secret' }],
    ['METRICS_TOKEN_FILE: / cannot be read (EISDIR)', { METRICS_TOKEN_FILE: '/' }],
  ])('that cannot be had is refused: %s', (words, env) => {
    expect(() => readEnv(env)).toThrow(words)
  })

  test('that is empty, set twice, cut short or longer than a line is refused by the name of the file', () => {
    const file = keep('\n')
    expect(() => readEnv({ DATABASE_URL_FILE: file })).toThrow(`DATABASE_URL_FILE: ${file} is empty`)
    const twice = { OWNER_PASSWORD: 'eight888', OWNER_PASSWORD_FILE: keep('eight888') }
    expect(() => readEnv(twice)).toThrow('OWNER_PASSWORD_FILE: OWNER_PASSWORD is set too; keep one of the two')
    expect(() => readEnv({ SECRET_KEY_FILE: keep('short') })).toThrow('SECRET_KEY_FILE: must be at least 32')
    const lines = keep('the heron stands in the reeds\nand a line that was never read')
    expect(() => readEnv({ BACKUP_PASSPHRASE_FILE: lines })).toThrow('BACKUP_PASSPHRASE_FILE: must be one line')
  })

  test('is no file for what is none: a variable that is no secret has no such way', () => {
    expect(readEnv({ PORT_FILE: keep('80') }).port).toBe(3000)
  })
})

const bucket = {
  S3_ENDPOINT: 'https://store.example',
  S3_REGION: 'auto',
  S3_BUCKET: 'books',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test.each(['9.9.9.9', '127.0.0.1:5353', '2620:fe::9', '[2620:fe::9]:53'])('%s is a name server', (DNS_SERVER) => {
  expect(readEnv({ DNS_SERVER }).dnsServer).toBe(DNS_SERVER)
})

test('a signature needs all three of its settings, and takes its key as a file has it or in one line', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const line = key.toString().split('\n').slice(1, -2).join('')
  const signs = { DKIM_DOMAIN: 'author.example', DKIM_SELECTOR: 'site' }
  for (const DKIM_KEY of [key.toString(), key.toString().replaceAll('\n', '\\n'), line]) {
    const { dkim } = readEnv({ ...signs, DKIM_KEY })
    expect(createPrivateKey(dkim?.key ?? '').equals(createPrivateKey(key))).toBe(true)
  }
  expect(() => readEnv(signs)).toThrow('DKIM_KEY: is missing; a signature needs all three')
  expect(() => readEnv({ DKIM_KEY: line })).toThrow('DKIM_DOMAIN: is missing')
})

test('a bucket needs all five of its settings, and whatever is missing is named', () => {
  expect(readEnv({}).s3).toBeNull()
  expect(readEnv(bucket).s3).toEqual({
    endpoint: 'https://store.example',
    region: 'auto',
    name: 'books',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  for (const name of Object.keys(bucket)) {
    expect(() => readEnv({ ...bucket, [name]: '' })).toThrow(`${name}: is missing; a bucket needs all five`)
  }
  expect(() => readEnv({ ...bucket, S3_ENDPOINT: 'store.example' })).toThrow('S3_ENDPOINT')
  expect(() => readEnv({ ...bucket, S3_BUCKET: 'https://store.example/books' })).toThrow('S3_BUCKET')
})

test('several workers need PostgreSQL: in a file there is one who writes', () => {
  expect(readEnv({}).workers).toBe(1)
  expect(readEnv({ WORKERS: '2', DATABASE_URL: 'postgres://db.example/site' }).workers).toBe(2)
  expect(() => readEnv({ WORKERS: '2' })).toThrow('WORKERS: more than one needs PostgreSQL, named in DATABASE_URL')
})

test('no more workers than letters a second: each sends one at least', () => {
  const DATABASE_URL = 'postgres://db.example/site'
  expect(readEnv({ WORKERS: '4', MAIL_RATE: '4', DATABASE_URL })).toMatchObject({ workers: 4, lettersPerSecond: 4 })
  expect(() => readEnv({ WORKERS: '4', MAIL_RATE: '3', DATABASE_URL })).toThrow(
    'WORKERS: more than the 3 letters a second of MAIL_RATE, of which each worker sends one at least',
  )
})

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', SITE_URL: '' }).siteUrl).toBe('http://localhost:3000')
})

test('the public origin loses its trailing slash and keeps its port', () => {
  expect(readEnv({ SITE_URL: 'https://author.example:8443/' })).toMatchObject({
    siteUrl: 'https://author.example:8443',
    checkHost: true,
  })
})

test.each([
  ['https://author.example/site', 'an origin without a path'],
  ['author.example', 'SITE_URL'],
  ['ftp://author.example', 'SITE_URL'],
  ['https://user:secret@author.example', 'an origin without a path'],
])('SITE_URL %s is refused', (url, words) => {
  expect(() => readEnv({ SITE_URL: url })).toThrow(words)
})

test('every fault is told at once', () => {
  const fault = (() => {
    try {
      readEnv({ PORT: 'eighty', SITE_URL: 'nowhere' })
    } catch (error) {
      return error
    }
  })()
  expect(fault).toBeInstanceOf(EnvError)
  expect(String(fault)).toMatch(/PORT[\s\S]*SITE_URL/)
})

describe('the file .env', () => {
  const load = (...lines: string[]) => {
    const folder = ownFolder()
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)
    const before = Object.keys(process.env)
    onTestFinished(() => {
      for (const name of Object.keys(process.env)) if (!before.includes(name)) delete process.env[name]
    })
    return loadEnv(folder)
  }

  test.each([
    ['BACKUP_PASSPHRASE=the#heron stands in the reeds'],
    ['OWNER_PASSWORD = a long one that has a #1 in it'],
    ['BACKUP_PASSPHRASE=#heron in the reeds'],
    ["SMTP_URL='smtp://mail.example'\nSMTP_URL=smtp://mail.example #2"],
    ["export SMTP_URL=smtp://odile:it's#1@mail.example:25"],
    ['POSTAL_ADDRESS=12 Quay Street #4, Halifax'],
  ])('in which a # would cut a value is refused by the name of that value: %s', (line) => {
    const [name] = line.replace('export ', '').split(/ ?=/)
    expect(() => load('PORT=3000', line)).toThrow(EnvError)
    expect(() => load(line)).toThrow(`${name}: in .env a # and what stands behind it are cut off.`)
  })

  test('may hold a # between quotes, in a remark, and where it cuts off nothing that matters', () => {
    const lines = [
      "BACKUP_PASSPHRASE='the#heron stands in the reeds'",
      '#METRICS_TOKEN=cut#off',
      'METRICS_TOKEN= # none yet',
      'MAIL_RATE=5 # letters',
      'SECRET_KEY_OLD="the key of the first year of this site',
      'the key of the #2 year of this site, as long"',
    ]
    expect(load(...lines)).toMatchObject({
      backupPassphrase: 'the#heron stands in the reeds',
      metricsToken: null,
      lettersPerSecond: 5,
      oldKeys: ['the key of the first year of this site', 'the key of the #2 year of this site, as long'],
    })
  })
})

test('.env.example names every variable the app reads, and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(variables.shape).sort())
})
