import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from '@playwright/test'
import { nothingConfigured, spawnSite, startSite } from '../../scripts/site-process.mjs'
import { run } from './commands.ts'
import { housePages, pages } from './pages.ts'
import { test } from './worker.ts'

function start(env: Record<string, string>, dist?: string): ChildProcess {
  return spawnSite({ DATA_DIR: mkdtempSync(join(tmpdir(), 'frontispiece-process-')), ...env }, dist)
}

async function firstWords(child: ChildProcess): Promise<string> {
  const [words] = await once(child.stdout ?? process.stdin, 'data')
  return String(words)
}

test('what it keeps is for the eyes of its own user only, also in a folder that others may open', async () => {
  // What an older version has made, and what the first start makes.
  for (const made of [['frontispiece.db', 'lock.db'], []]) {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
    chmodSync(dataDir, 0o755)
    for (const name of made) writeFileSync(join(dataDir, name), '', { mode: 0o644 })
    const site = await startSite({ DATA_DIR: dataDir, SECRET_KEY: '' })
    // The last that comes to stand there, under another name at first.
    await expect.poll(() => readdirSync(dataDir)).toContain('reserve')
    const names = readdirSync(dataDir)
    expect(names).toEqual(expect.arrayContaining(['frontispiece.db', 'frontispiece.db-wal', 'lock.db', 'secret']))
    const openToOthers = names.filter((name) => statSync(join(dataDir, name)).mode & 0o077)
    expect(openToOthers).toEqual([])
    await site.stop()
    rmSync(dataDir, { recursive: true })
  }
})

test('a stop is told to whoever asks for readiness before the port closes; a second signal waits for nobody', async () => {
  const site = await startSite({ DRAIN_SECONDS: '60', LOG_LEVEL: 'info' })
  const status = async (path: string) => (await fetch(site.address + path)).status
  expect(await status('/readyz')).toBe(200)
  site.child.kill('SIGTERM')
  await expect.poll(() => status('/readyz')).toBe(503)
  // Each on a line of its own, for none is kept any more: a port that is about to close takes a few of them.
  for (let knock = 0; knock < 50; knock++) expect(await status('/about')).toBe(200)
  expect(site.child.exitCode).toBeNull()
  site.child.kill('SIGINT')
  expect(await once(site.child, 'close')).toEqual([0, null])
  const told = site.said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(told.map(({ event }) => event)).toEqual(['started', 'stopping', 'stopped'])
  expect(told[0]).toMatchObject({ node: process.version, engine: 'sqlite', workers: 1, address: site.address })
  await site.stop()
})

test('a fault nobody caught is one line in the log, and the site stops in order', { tag: '@long' }, async () => {
  const fault = "process.once('SIGUSR2', () => Promise.reject(new Error('a promise nobody kept')))"
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`
  const site = await startSite({ NODE_OPTIONS, LOG_LEVEL: 'info' })
  site.child.kill('SIGUSR2')
  expect(await once(site.child, 'close')).toEqual([1, null])
  const [line = '', ...more] = site.said.filter((words) => words.includes('a promise nobody kept'))
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'a fault nobody caught, so the site stops' })
  expect(more).toEqual([])
  const told = site.said.filter((words) => words.startsWith('{')).map((words) => JSON.parse(words).event)
  expect(told.slice(-2)).toEqual(['stopping', 'stopped'])
  await site.stop()
})

test('the doctor looks beside a site that runs, and ends with 1 if something is wrong', async () => {
  const site = await startSite()
  const beside = { DATA_DIR: site.dataDir, PORT: String(site.port), DNS_SERVER: '127.0.0.1:1' }
  const { said, complained, code } = await run(beside, 'doctor')
  expect([code, complained]).toEqual([0, ''])
  expect(said).toContain('[well]  Database: ')
  expect(said).toMatch(/\n\nNothing is wrong\. .*\n$/)
  const refused = await run({ ...beside, SMTP_URL: 'smtp://127.0.0.1:1' }, 'doctor')
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('[WRONG] Mail server: ')])
  await site.stop()
})

test('it starts from the code that was compiled with the build', () => {
  const look =
    "const { script } = await import('./dist/server/main.js'); console.log(String(script.cachedDataRejected))"
  const args = ['--input-type=module', '--eval', look, 'main.js', 'version']
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(/^false$/m)
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

/** The program with these arguments, to its end: what it said, and how it ended. */
test('a data folder it cannot start with is told in one sentence that says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const damaged = join(folder, 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'frontispiece.db'), 'this was a database once, before somebody edited it by hand')
  const newer = join(folder, 'newer')
  await (await startSite({ DATA_DIR: newer })).stop()
  const database = new DatabaseSync(join(newer, 'frontispiece.db'))
  database.exec("insert into kysely_migration values ('999-later', '2099-01-01T00:00:00.000Z')")
  database.close()
  const lost = join(folder, 'lost')
  mkdirSync(lost)
  writeFileSync(join(lost, 'secret'), 'a key for tests only, forty characters long')
  const cases = [
    [{ DATA_DIR: file }, `${file} cannot be the data folder: there is a file in its place.`],
    [{ DATA_DIR: damaged }, `The database in ${damaged} is damaged.`],
    [{ DATA_DIR: newer }, 'The database was last used by a newer Frontispiece (999-later).'],
    [{ DATA_DIR: lost }, `The database in ${lost} is empty or missing`],
    [{ DATA_DIR: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'The database does not answer.'],
  ] as const
  const told = await Promise.all(cases.map(([env]) => run(env)))
  for (const [index, { said, complained, code }] of told.entries()) {
    const [, sentence] = cases[index]!
    expect([said.slice(0, sentence.length), said.split('\n').length, complained, code]).toEqual([sentence, 2, '', 78])
  }
  rmSync(folder, { recursive: true })
})

test('its verbs are in its help; but for the start none makes a folder, and an unknown one is refused', async () => {
  const dataDir = join(tmpdir(), 'frontispiece-process-never-made')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const say = (...args: string[]) => run({ DATA_DIR: dataDir, SITE_URL: 'not an address' }, ...args)
  const [named, flagged, help, unknown, tooMuch] = await Promise.all([
    say('version'),
    say('--version'),
    say('-h'),
    say('doktor'),
    say('version', 'please'),
  ])
  expect(named).toEqual({ said: `${version}\n`, complained: '', code: 0 })
  expect(flagged).toEqual(named)
  const verbs = [
    ...['start', 'backup', 'verify', 'restore', 'doctor', 'move', 'export', 'import'],
    ...['owner-reset', 'version', 'help'],
  ]
  expect([help.said.match(/^ {2}\S+/gm), help.code]).toEqual([verbs.map((verb) => `  ${verb}`), 0])
  expect(unknown).toEqual({ said: '', complained: help.said, code: 64 })
  expect(tooMuch).toEqual(unknown)
  expect(existsSync(dataDir)).toBe(false)
})

test('from another working directory the same site starts, not a second one', { tag: '@long' }, async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
  const dataDir = join('test-results', basename(elsewhere))
  const child = spawn(process.execPath, [resolve('dist/server/main.js'), 'start'], {
    cwd: elsewhere,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...nothingConfigured, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await firstWords(child)).toMatch(/^Frontispiece is ready/)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect([existsSync(join(dataDir, 'frontispiece.db')), readdirSync(elsewhere)]).toEqual([true, []])
  rmSync(dataDir, { recursive: true })
  rmSync(elsewhere, { recursive: true })
})

test('asked to leave before it is open, it leaves in order', { tag: '@long' }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
  const child = start({ DATA_DIR: dataDir })
  const exit = once(child, 'exit')
  await expect.poll(() => existsSync(join(dataDir, 'lock.db')), { intervals: [1] }).toBe(true)
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  rmSync(dataDir, { recursive: true })
})

test('a fault in the configuration names the variable and stops the start', { tag: '@long' }, async () => {
  const child = start({ PORT: '0', SITE_URL: 'not an address' })
  expect(await firstWords(child)).toContain('SITE_URL')
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
})

test('files of the build may be cached for ever, and name their type', async ({ request }) => {
  const html = await (await request.get('/admin/sign-in')).text()
  const [, stylesheet = ''] = html.match(/href="(\/assets\/[^"]+\.css)"/) ?? []
  const response = await request.get(stylesheet, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
})

test('every share card the pages name is a PNG of 1200 by 630', { tag: '@long' }, async ({ request }) => {
  for (const path of [...pages, '/no-such-page']) {
    const html = await (await request.get(path)).text()
    const [, image = ''] = html.match(/property="og:image" content="https?:\/\/[^/]+([^"]+)"/) ?? []
    const png = await (await request.get(image)).body()
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  }
})

test('a running site goes on while the next version is built under it', { tag: '@long' }, async () => {
  mkdirSync('test-results', { recursive: true })
  const copy = mkdtempSync('test-results/dist-')
  cpSync('dist', copy, { recursive: true })
  const child = start({ PORT: '0', SAMPLE_CONTENT: 'off' }, copy)
  const [address = ''] = (await firstWords(child)).match(/http:\S+/) ?? []
  rmSync(copy, { recursive: true })
  for (const path of housePages) expect((await fetch(address + path)).status, path).toBe(200)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('the built site starts, says where it is, and when asked leaves in order: nobody is kept on the line, no view is lost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-process-'))
  const child = start({ PORT: '0', DATA_DIR: dataDir })
  const words = await firstWords(child)
  expect(words).toMatch(/^Frontispiece is ready: http:\/\/localhost:\d+/)
  const { port } = new URL(words.match(/http:\S+/)?.[0] ?? '')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get(`http://localhost:${port}/healthz`, { agent }, (response) =>
        response.resume().on('end', () => resolve(response.headers.connection)),
      ).on('error', reject)
    })
  expect(await ask()).toBe('keep-alive')
  const report = {
    type: 'pageview',
    page: '/books',
    timestamp: new Date().toISOString(),
    sessionId: 'session_1_a',
    isAuthor: false,
    referrer: '',
    userAgent: 'Mozilla/5.0',
  }
  // It waits for a second to be counted, and the site leaves before.
  const answer = await fetch(`http://127.0.0.1:${port}/api/analytics/track`, {
    method: 'POST',
    body: JSON.stringify(report),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  expect(answer.status).toBe(204)
  const asking = ask()
  child.kill('SIGTERM')
  await asking.catch(() => {})
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'))
  expect(database.prepare("select name, views from daily_counts where kind = 'page'").all()).toEqual([
    { name: '/books', views: 1 },
  ])
  database.close()
  rmSync(dataDir, { recursive: true })
})
