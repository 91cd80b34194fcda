import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeFact } from '#server/site-facts.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { postgresUrl } from '#tests/support/database.ts'
import { startDns } from '#tests/support/dns.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { type CheckName, checkNames, type Health, type HealthLine } from './contract.ts'
import { overallWords } from './health-text.ts'
import { judgeLine } from './machine.server.ts'
import { lookAt } from './service.server.ts'
import type { House, Sight } from './sight.server.ts'
import { judgeCertificate } from './web.server.ts'

const day = 86_400_000

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({ ...options, env: { DATA_DIR: ownFolder(), RATE_LIMIT: 'off', ...options.env } })
  onTestFinished(() => app.deps.mailer?.close())
  const owner = await app.asOwner()
  const look = async (name: CheckName, headers: Record<string, string> = {}) => {
    const answer = await owner.request(`/api/owner/health/${name}`, { method: 'POST', headers })
    const { finding }: HealthLine = await answer.json()
    return finding
  }
  return { app, owner, look }
}

/** What the desk sees, with something of it as a test wants it. */
function sightOf({ deps }: Awaited<ReturnType<typeof createTestApp>>, house: Partial<House> = {}): Sight {
  const { env, now, files, keyFor, db, engine, health, backups, site } = deps
  return {
    ...{ version: '1.0.0', env, now, files, keyFor },
    isRunning: async () => true,
    countProxies: async () => null,
    house: { db, engine, health, backups, site, countSamples: async () => 0, ...house },
  }
}

/** Somebody who answers at an address that is known before there is anybody. */
async function listen() {
  let answer: RequestListener = (_request, response) => response.writeHead(200).end('another site')
  const server = createServer((request, response) => answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (listener: RequestListener) => {
      answer = listener
    },
  }
}

test('a stranger is told nothing, and an unknown line is none', async () => {
  const { app, owner } = await open()
  for (const path of ['/api/owner/health', '/api/owner/health/all']) expect((await app.request(path)).status).toBe(401)
  expect((await app.request('/api/owner/health/disk', { method: 'POST' })).status).toBe(401)
  expect((await owner.request('/api/owner/health/constructor', { method: 'POST' })).status).toBe(404)
})

test('what answers at once comes with the page, all of it when it is asked for', async () => {
  const { owner } = await open()
  const { lines }: Health = await (await owner.request('/api/owner/health')).json()
  expect(lines.map(({ name }) => name)).toEqual(checkNames)
  const waiting = lines.flatMap(({ name, finding }) => (finding ? [] : [name]))
  expect(waiting).toEqual(['clock', 'address', 'certificate', 'proxy', 'mail', 'sender', 'store', 'backups'])
  const all: Health = await (await owner.request('/api/owner/health/all')).json()
  expect(all.lines.filter(({ finding }) => finding === null)).toEqual([])
})

test('the page shows it in words, without scripts too', async () => {
  const { owner } = await open()
  const page = await (await owner.request('/admin/health')).text()
  expect(page).toContain('Not everything has been looked at yet.')
  expect(page).toContain('<noscript><a href="?look=all"')
  expect(page).toContain('Not looked at yet.')
  const whole = await (await owner.request('/admin/health?look=all')).text()
  expect(whole).not.toContain('Not looked at yet.')
  expect(whole).toContain('Every letter is kept in the outbox.')
  expect(whole).toMatch(/\w+ things are worth a look\./)
})

test('all of it in a sentence', () => {
  const of = (...states: ('well' | 'look' | 'wrong')[]) => overallWords(states.map((state) => ({ state })))
  expect(of('well', 'well')).toBe('Everything is well.')
  expect(of('well', 'wrong')).toBe('One thing needs you.')
  expect(of('wrong', 'wrong', 'look')).toBe('Two things need you. One thing is worth a look.')
  expect(of('look', 'look', 'well')).toBe('Nothing is wrong. Two things are worth a look.')
})

describe('the site’s address', () => {
  test('leads to this very site, to another, or to nobody', async () => {
    const place = await listen()
    const { app, look } = await open({ env: { SITE_URL: place.url } })
    expect(await look('address')).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('something answers that is not this site (200)'),
      room: { label: 'Settings' },
    })
    place.use(getRequestListener(app.app.fetch))
    expect(await look('address')).toMatchObject({ state: 'well', words: `${place.url} leads to this site.` })
    const { app: twin } = await open({
      env: { SITE_URL: place.url, SECRET_KEY: 'another key for tests, forty characters' },
    })
    place.use(getRequestListener(twin.app.fetch))
    expect(await look('address')).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('not this site (404)'),
    })
    place.use((_request, response) => response.end(JSON.stringify({ mark: 'forged', proxies: 0 })))
    expect(await look('address')).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('not this site (200)'),
    })
    place.use((_request, response) => response.writeHead(301, { location: 'https://author.example/' }).end())
    expect(await look('address')).toMatchObject({ words: expect.stringContaining('led on to another address') })
    place.use((_request, response) => response.writeHead(502).end())
    expect(await look('address')).toMatchObject({ words: expect.stringContaining('does not reach the site (502)') })
    place.use((_request, response) => void response.destroy())
    expect(await look('address')).toMatchObject({ state: 'wrong', words: expect.stringContaining('Nothing answers') })
  })

  test('the mark by which it knows itself is given to nobody else', async () => {
    const { app } = await open()
    const token = `01234567-89ab-cdef-0123-456789abcdef.${'A'.repeat(43)}`
    expect((await app.request(`/api/instance/${token}`)).status).toBe(404)
    expect((await app.request('/api/instance/x')).status).toBe(404)
  })
})

describe('proxies', () => {
  const two = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' }

  test.each([
    ['0', {}, 'well', 'none is believed'],
    ['2', two, 'well', 'they are believed'],
    ['0', two, 'wrong', 'all of them count as one'],
    ['1', {}, 'wrong', 'anybody can claim to come from anywhere'],
    ['1', two, 'look', '2 have told where the request came from'],
  ])('%s believed, and %o arrives: %s', async (TRUST_PROXY, headers, state, words) => {
    const { look } = await open({ env: { TRUST_PROXY } })
    expect(await look('proxy', headers as Record<string, string>)).toMatchObject({
      state,
      words: expect.stringContaining(words),
    })
  })

  test('are counted by way of the site’s own address where no browser is there to tell', async () => {
    const place = await listen()
    const { app, owner } = await open({ env: { SITE_URL: place.url } })
    const answer = getRequestListener(app.app.fetch)
    place.use((request, response) => {
      request.headers['x-forwarded-for'] = '192.0.2.1'
      request.rawHeaders.push('x-forwarded-for', '192.0.2.1')
      answer(request, response)
    })
    const { lines }: Health = await (await owner.request('/api/owner/health/all')).json()
    const proxy = lines.find(({ name }) => name === 'proxy')?.finding
    expect(proxy).toMatchObject({ state: 'wrong', advice: expect.stringContaining('TRUST_PROXY=1') })
  })
})

describe('a certificate', () => {
  const now = new Date('2026-01-15T12:00:00Z')
  const from = new Date('2025-12-01T00:00:00Z')
  const judge = (name: string, days: number, why = '') => {
    const until = new Date(now.getTime() + days * day)
    const { certificate } = makeCertificate({ name: 'author.example', issuer: 'Somebody known', from, until })
    return judgeCertificate(certificate, why, name, now)
  }

  test('is well for a while yet, should have been renewed, is about to end, or is over', () => {
    expect(judge('author.example', 60.5)).toMatchObject({
      state: 'well',
      words: expect.stringContaining('60 days from now'),
    })
    expect(judge('author.example', 9.5)).toMatchObject({
      state: 'look',
      words: expect.stringContaining('ends in 9 days'),
    })
    expect(judge('author.example', 1.5)).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('ends in 1 day'),
    })
    expect(judge('author.example', -1)).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('ended on January 14, 2026'),
    })
  })

  test('for another name, without those before it, or that this machine refuses for a reason of its own, is wrong', () => {
    expect(judge('www.author.example', 60).words).toContain('is for another name than www.author.example')
    expect(judge('author.example', 60, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE').words).toContain(
      'comes without the ones between',
    )
    expect(judge('author.example', 60, 'CERT_REVOKED')).toMatchObject({
      state: 'wrong',
      words: expect.stringContaining('CERT_REVOKED'),
    })
  })

  test('made by herself is seen on the line, and one that ends soon', async () => {
    const { key, certificate } = makeCertificate({
      name: 'localhost',
      from: new Date(Date.now() - day),
      until: new Date(Date.now() + 2.5 * day),
    })
    const server = createTlsServer({ key, cert: certificate.toString() }, (socket) =>
      socket.on('error', () => {}).end(),
    )
    server.on('tlsClientError', () => {})
    await once(server.listen(0, 'localhost'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const today = new Date().toISOString().slice(0, 10)
    const { look } = await open({ today, env: { SITE_URL: `https://localhost:${port}` } })
    const found = await look('certificate')
    expect(found).toMatchObject({ state: 'wrong', words: expect.stringContaining('was made by whoever set it up') })
    expect(found?.words).toMatch(/ends in \d days?\.$/)
  })

  test('whoever speaks no https shows none', async () => {
    const { url } = await listen()
    const { look } = await open({ env: { SITE_URL: url.replace('http:', 'https:') } })
    expect(await look('certificate')).toMatchObject({ state: 'wrong', words: '127.0.0.1 showed no certificate.' })
    expect(await look('address')).toMatchObject({ words: expect.stringContaining('does not speak https') })
  })
})

describe('letters', () => {
  test('a mail server that refuses is told in our words; what waits too long, and who vouches for her', async () => {
    const mail = await startSmtp()
    const dns = await startDns({ 'author.example': ['v=spf1 a -all'], '_dmarc.author.example': ['v=DMARC1; p=none'] })
    const { port } = new URL(mail.url)
    const SMTP_URL = `smtp://user:word@127.0.0.1:${port}`
    const { app, look } = await open({
      env: { SMTP_URL, DNS_SERVER: dns.address, MAIL_FROM: 'letters@author.example' },
    })
    expect(await look('mail')).toMatchObject({ state: 'well', room: null })
    expect(await look('sender')).toMatchObject({ state: 'well', words: expect.stringContaining('DKIM') })
    dns.texts['author.example'] = []
    expect(await look('sender')).toMatchObject({ state: 'wrong', words: 'SPF of author.example is not right.' })
    mail.script.auth = { code: 535, words: 'canary' }
    const refused = await look('mail')
    expect(refused).toMatchObject({ state: 'wrong', room: { label: 'Settings' } })
    expect(JSON.stringify(refused)).not.toContain('canary')
    await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
    expect(await look('letters')).toMatchObject({ state: 'well', words: expect.stringContaining('1 letter waits') })
    app.passTime(2 * 3_600_000)
    expect(await look('letters')).toMatchObject({ state: 'wrong', room: { label: 'Outbox' } })
    expect(mail.received).toEqual([])
  })

  test('where nothing is connected nobody is asked', async () => {
    const dns = await startDns()
    const { look } = await open({ env: { DNS_SERVER: dns.address } })
    expect(await look('mail')).toMatchObject({ state: 'look' })
    expect(await look('sender')).toMatchObject({ state: 'well' })
    expect(dns.asked).toEqual([])
  })
})

test('work that nobody takes up is wrong on a site that runs, and what was given up is worth a look', async () => {
  const { app, look } = await open()
  expect(await look('jobs')).toMatchObject({ state: 'well' })
  const at = app.deps.now().toISOString()
  const job = {
    kind: 'newsletter.signup',
    payload: '{}',
    run_at: at,
    attempts: 3,
    lease_until: null,
    last_error: 'canary',
    created_at: at,
  }
  await app.db
    .insertInto('jobs')
    .values({ ...job, id: 'given-up', state: 'failed' })
    .execute()
  expect(await look('jobs')).toMatchObject({ state: 'look', words: expect.stringContaining('1 thing was given up') })
  await app.db
    .insertInto('jobs')
    .values({ ...job, id: 'left-lying', state: 'running', lease_until: at })
    .execute()
  app.passTime(3_600_000)
  const stuck = await look('jobs')
  expect(stuck).toMatchObject({ state: 'wrong', words: expect.stringContaining('1 thing has been waiting') })
  expect(JSON.stringify(stuck)).not.toContain('canary')
})

test('backups are told: none yet, made, overdue, and one that did not come back', async () => {
  const { app } = await open()
  const look = async () => (await lookAt(sightOf(app), 'backups')).finding
  expect(await look()).toMatchObject({
    state: 'well',
    words: expect.stringContaining('None has been made yet'),
  })
  await app.deps.backups.look()
  expect(await look()).toMatchObject({
    state: 'well',
    words: expect.stringContaining('The last was made on 2026-01-15'),
  })
  app.passTime(3 * day)
  expect(await look()).toMatchObject({
    state: 'wrong',
    words: 'The last was made on 2026-01-15, though one is due every night.',
    room: { label: 'Settings' },
  })
  await writeFact(app.db, 'backup.tried', JSON.stringify({ at: app.deps.now(), fault: 'canary' }))
  expect(await look()).toMatchObject({ state: 'wrong', words: expect.stringContaining('was not whole') })
})

test('the sample is worth a look once the site is public', async () => {
  const { app } = await open()
  const { app: atHome } = await open({ env: { SITE_URL: '' } })
  const left = (count: number) => ({ countSamples: async () => count })
  expect((await lookAt(sightOf(app, left(0)), 'samples')).finding).toMatchObject({ state: 'well' })
  expect((await lookAt(sightOf(atHome, left(3)), 'samples')).finding).toMatchObject({ state: 'well' })
  expect((await lookAt(sightOf(app, left(3)), 'samples')).finding).toMatchObject({
    state: 'look',
    words: '3 things of the sample are still on the site.',
    room: { label: 'Settings' },
  })
})

test.skipIf(postgresUrl)('a full disk and a damaged database have their lines, and say what is safe', async () => {
  const { app, owner, look } = await open()
  app.deps.health.note('full', new Error('canary'))
  const shown = async (path: string) => (await owner.request(path)).text()
  expect(await shown('/admin/messages')).toContain('See Health')
  // There it has a line, and is not said twice.
  expect(await shown('/admin/health')).not.toContain('See Health')
  expect(await look('disk')).toMatchObject({
    state: 'wrong',
    advice: expect.stringContaining('Readers still see every page'),
  })
  app.deps.health.note('damaged', new Error('canary'))
  expect(await look('database')).toMatchObject({
    state: 'wrong',
    advice: expect.stringContaining('Nothing is deleted'),
  })
})

test('a line that hangs or breaks is told as such, and no other waits for it', async () => {
  const { app } = await open()
  const sight: Sight = {
    ...sightOf(app, { countSamples: () => Promise.reject(new Error('canary')) }),
    countProxies: () => new Promise(() => {}),
  }
  expect((await lookAt(sight, 'proxy', 10)).finding?.words).toContain('Nobody answered for too long')
  expect((await lookAt(sight, 'samples')).finding?.words).toBe('It could not be looked at: Error.')
})

test('a line of Node or PostgreSQL is told to end before it does', () => {
  const on = (date: string) => new Date(`${date}T12:00:00Z`)
  expect(judgeLine('Node', '24.1.0', on('2026-11-18'))).toBeNull()
  expect(judgeLine('Node', '24.1.0', on('2028-04-01'))).toContain('until April 30, 2028')
  expect(judgeLine('Node', '20.20.0', on('2026-11-18'))).toContain('since April 30, 2026')
  expect(judgeLine('PostgreSQL', '11.9', on('2026-11-18'))).toContain('for a long time')
  expect(judgeLine('PostgreSQL', '31.0', on('2026-11-18'))).toBeNull()
})
