import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from '@playwright/test'
import { spawnSite, startSite } from '../../scripts/site-process.mjs'
import { pages } from './pages.ts'

function start(env: Record<string, string>, dist?: string): ChildProcess {
  return spawnSite({ DATA_DIR: mkdtempSync(join(tmpdir(), 'frontispiece-process-')), ...env }, dist)
}

async function firstWords(child: ChildProcess): Promise<string> {
  const [words] = await once(child.stdout ?? process.stdin, 'data')
  return String(words)
}

test('the built site starts, says where it is, and leaves in order when asked', async () => {
  const child = start({ PORT: '0' })
  expect(await firstWords(child)).toMatch(/^Frontispiece is ready: http:\/\/localhost:\d+/)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('a fault nobody caught is one line in the log, and the site stops in order', async () => {
  const fault = "process.once('SIGUSR2', () => Promise.reject(new Error('a promise nobody kept')))"
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`
  const site = await startSite({ NODE_OPTIONS })
  site.child.kill('SIGUSR2')
  expect(await once(site.child, 'close')).toEqual([1, null])
  const [line = '', ...more] = site.said.filter((words) => words.includes('a promise nobody kept'))
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'a fault nobody caught, so the site stops' })
  expect(more).toEqual([])
  await site.stop()
})

test('a taken port is told in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const child = start({ PORT: String(port) })
  expect(await firstWords(child)).toBe(`Port ${port} is taken. Stop what runs there, or choose another with PORT.\n`)
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
  other.close()
})

test('a fault in the configuration names the variable and stops the start', async () => {
  const child = start({ PORT: '0', SITE_URL: 'not an address' })
  expect(await firstWords(child)).toContain('SITE_URL')
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
})

test('files of the build may be cached for ever, and name their type', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const [, stylesheet = ''] = html.match(/href="(\/assets\/[^"]+\.css)"/) ?? []
  const response = await request.get(stylesheet, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
})

test('every share card the pages name is a PNG of 1200 by 630', async ({ request }) => {
  for (const path of [...pages, '/no-such-page']) {
    const html = await (await request.get(path)).text()
    const [, image = ''] = html.match(/property="og:image" content="https?:\/\/[^/]+([^"]+)"/) ?? []
    const png = await (await request.get(image)).body()
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  }
})

test('a running site goes on while the next version is built under it', async () => {
  mkdirSync('test-results', { recursive: true })
  const copy = mkdtempSync('test-results/dist-')
  cpSync('dist', copy, { recursive: true })
  const child = start({ PORT: '0' }, copy)
  const [address = ''] = (await firstWords(child)).match(/http:\S+/) ?? []
  rmSync(copy, { recursive: true })
  for (const path of pages) expect((await fetch(address + path)).status, path).toBe(200)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('a connection kept alive is let go when the site leaves', async () => {
  const child = start({ PORT: '0' })
  const [address = ''] = (await firstWords(child)).match(/http:\S+/) ?? []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get(`${address}/healthz`, { agent }, (response) =>
        response.resume().on('end', () => resolve(response.headers.connection)),
      ).on('error', reject)
    })
  expect(await ask()).toBe('keep-alive')
  const asking = ask()
  child.kill('SIGTERM')
  await asking.catch(() => {})
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('views that were waiting to be counted are, before the site leaves', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
  const site = await startSite({ DATA_DIR: dataDir })
  const report = {
    type: 'pageview',
    page: '/books',
    timestamp: new Date().toISOString(),
    sessionId: 'session_1_a',
    isAuthor: false,
    referrer: '',
    userAgent: 'Mozilla/5.0',
  }
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/analytics/track`, {
    method: 'POST',
    body: JSON.stringify(report),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  expect(answer.status).toBe(204)
  await site.stop()
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'))
  expect(database.prepare("select name, views from daily_counts where kind = 'page'").all()).toEqual([
    { name: '/books', views: 1 },
  ])
  database.close()
  rmSync(dataDir, { recursive: true })
})
