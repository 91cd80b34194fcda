import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { startCaddy, startNginx } from '../../scripts/proxies.mjs'
import { makeDataFolder, spawnSite } from '../../scripts/site-process.mjs'
import { makeEpub } from '../support/epub.ts'
import { plenty } from '../support/long-run.ts'
import { type Answer, type Ask, freePort, isInstalled, missing, openProxy } from '../support/proxies.ts'
import { email, password } from './owner.ts'

const mega = 1024 * 1024
const closing: (() => unknown)[] = []
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The built site as the examples ask for it: on this machine only, one proxy before it, its address told. */
async function openSite(): Promise<number> {
  const port = await freePort()
  const child = spawnSite({
    PORT: String(port),
    SITE_URL: 'https://author.example',
    TRUST_PROXY: '1',
    SAMPLE_CONTENT: 'off',
    OWNER_EMAIL: email,
    OWNER_PASSWORD: password,
    DATA_DIR: makeDataFolder(),
  })
  closing.push(() => {
    child.kill()
    return once(child, 'exit')
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(line).toBe('Frontispiece is ready: https://author.example')
  return port
}

/** With a certificate that nobody but us believes, where certbot would put one. */
async function openNginx(): Promise<Ask> {
  const [site, port] = [await openSite(), await freePort()]
  const certificate = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const start = (folder: string) => {
    const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')]
    const named = ['-subj', '/CN=author.example', '-addext', 'subjectAltName=DNS:author.example']
    execFileSync('openssl', ['req', ...certificate, ...files, ...named], { stdio: 'ignore' })
    const more = `ssl_certificate ${folder}/certificate; ssl_certificate_key ${folder}/key; add_header x-held $upstream_cache_status always;`
    return startNginx(folder, { sites: [site], listen: `127.0.0.1:${port} ssl http2`, more })
  }
  const { question, stop } = await openProxy(start, port, (folder) => readFileSync(join(folder, 'certificate'), 'utf8'))
  closing.push(stop)
  return question
}

/** With certificates of its own making, in place of those it would fetch. */
async function openCaddy(): Promise<Ask> {
  const [site, port] = [await openSite(), await freePort()]
  const more = '\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n'
  const address = `https://author.example:${port}`
  const { question, stop } = await openProxy(
    (folder) => startCaddy(folder, { site, address, more }),
    port,
    (folder) => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
  )
  closing.push(stop)
  return question
}

const sentJson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

async function signIn(ask: Ask) {
  const entered = await ask('/api/auth/sign-in', {
    method: 'POST',
    headers: sentJson,
    body: Buffer.from(JSON.stringify({ email, password })),
  })
  const cookies = entered.headers['set-cookie'] ?? []
  expect(cookies.join()).toMatch(/__Host-[^;]+;.*Secure/)
  return { ...sentJson, cookie: cookies.map((line) => line.split(';', 1)[0]).join('; ') }
}

async function readersArePeople(ask: Ask) {
  const write = (from: string, headers = {}) =>
    ask('/api/contact', {
      method: 'POST',
      from,
      headers: { ...sentJson, ...headers },
      body: Buffer.from(
        JSON.stringify({
          name: 'Ada',
          email: 'ada@home.example',
          message: `Does the ferry still run? ${Math.random()}`,
        }),
      ),
    })
  while ((await write('127.0.0.2')).status === 201) {}
  const statuses = [
    await write('127.0.0.2'),
    await write('127.0.0.2', { 'x-forwarded-for': '198.51.100.7' }),
    await write('127.0.0.3'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([429, 429, 201])
}

async function booksGoThrough(ask: Ask) {
  const headers = await signIn(ask)
  const size = plenty(100, 4) * mega
  const put = (more: { headers?: Record<string, number>; body?: Uint8Array }) =>
    ask('/api/files/lanterns.epub', { method: 'PUT', ...more, headers: { ...headers, ...more.headers } })
  expect((await put({ body: makeEpub(size) })).status).toBe(201)
  expect((await put({ headers: { 'content-length': 100 * mega + 1 } })).status).toBe(413)
  const made = await ask('/api/generate-shared-download-link', {
    method: 'POST',
    headers,
    body: Buffer.from(JSON.stringify({ filename: 'lanterns.epub', hoursToExpire: 1 })),
  })
  const { pathname, origin } = new URL(JSON.parse(made.body).downloadUrl)
  expect(origin).toBe('https://author.example')
  const told = await ask(pathname, { method: 'HEAD' })
  expect([told.status, told.headers['content-length'], told.body]).toEqual([200, String(size), ''])
}

async function pageIsWhole(ask: Ask): Promise<Answer> {
  const page = await ask('/about')
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['strict-transport-security']).toMatch(/^max-age=/)
  expect(page.body).toContain('<link rel="canonical" href="https://author.example/about"')
  return page
}

test.describe(`nginx with TLS, as deploy/nginx.conf has it${missing('nginx')}`, () => {
  test.skip(!isInstalled('nginx') || !isInstalled('openssl'))

  test('hands out pages and holds them for a second, takes books, and tells the site who asks', async () => {
    const ask = await openNginx()
    await pageIsWhole(ask)
    const held = async () => (await ask('/about')).headers['x-held']
    await expect.poll(held, { intervals: [50] }).toBe('HIT')
    await expect.poll(held, { intervals: [50] }).not.toBe('HIT')
    await readersArePeople(ask)
    await booksGoThrough(ask)
  })
})

test.describe(`Caddy with TLS, as deploy/Caddyfile has it${missing('caddy')}`, () => {
  test.skip(!isInstalled('caddy'))

  test('hands out pages, takes books, and tells the site who asks', async () => {
    const ask = await openCaddy()
    await pageIsWhole(ask)
    await readersArePeople(ask)
    await booksGoThrough(ask)
  })
})
