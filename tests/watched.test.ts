import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logAnswers } from '#app/access-log.server.ts'
import { createListener } from '#app/listener.server.ts'
import { createLimitedServer } from '#server/listen.ts'
import { setUpOwner } from './support/browser.ts'
import { joined } from './support/newsletter.ts'
import { openPostOffice, readers } from './support/post-office.ts'
import { createTestApp } from './support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const token = 'a token of whoever watches'
const env = { METRICS_TOKEN: token }
const figures = (app: TestApp, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  app.request('/metrics', { headers })

/** The value of each line, by its name and labels. */
function read(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('the figures of the site', () => {
  test('are told to whoever sends the token; for everybody else nothing is at that address', async () => {
    const app = await createTestApp({ env })
    const words = async (answer: Response) => (await answer.text()).replaceAll(/metrics|no-such-page/g, '')
    const nowhere = await words(await app.request('/no-such-page'))
    for (const authorization of ['', 'Bearer of bad news', `Basic ${token}`]) {
      const refused = await figures(app, { authorization })
      expect([refused.status, await words(refused)]).toEqual([404, nowhere])
    }
    const told = await figures(app)
    expect([told.status, told.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(told.headers.get('cache-control')).toBe('no-store')
    expect((await figures(app, { authorization: `bearer ${token}`, host: '10.0.0.7:3000' })).status).toBe(200)
    const closed = await createTestApp()
    expect((await figures(closed)).status).toBe(404)
    expect(closed.app.table.map(({ path }) => path)).not.toContain('/metrics')
  })

  test('are lines that Prometheus can read, each of a kind that is named before it', async () => {
    const app = await createTestApp({ env })
    const lines = (await (await figures(app)).text()).split('\n').filter(Boolean)
    const kinds = new Set<string>()
    for (const line of lines) {
      const [, kind] = line.match(/^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/) ?? []
      if (kind) expect(kinds.has(kind)).toBe(false)
      if (kind) kinds.add(kind)
      if (line.startsWith('#')) continue
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[\d.]+(e[+-]\d+)?$/)
      expect(kinds).toContain(line.replace(/[{ ].*/, '').replace(/_(bucket|sum|count)$/, ''))
    }
    expect(kinds.size).toBeGreaterThan(12)
  })

  test('count answers by kind of door and class, and name no page, no reader and no link', async () => {
    const app = await createTestApp({ env: { ...env, DOUBLE_OPT_IN: 'on' } })
    await joined(app, 'canary@home.example')
    const before = read(await (await figures(app)).text())
    for (const path of ['/about', '/about', '/api/blog', '/no-such-page', '/no-such-call']) await app.request(path)
    const text = await (await figures(app)).text()
    const after = read(text)
    const rise = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(rise('frontispiece_answers_total{door="page",status="2xx",from="made"}')).toBe(2)
    expect(rise('frontispiece_answers_total{door="missing",status="4xx",from="made"}')).toBe(2)
    expect(rise('frontispiece_made_answer_seconds_count')).toBeGreaterThanOrEqual(6)
    expect(after['frontispiece_letters{state="kept"}']).toBeGreaterThan(0)
    expect(after.frontispiece_database_up).toBe(1)
    expect(text).not.toMatch(/canary|about|no-such|confirm/)
  })
})

/** The site on a real socket, with a line for each answer. */
async function onSocket(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const { app: http, deps, pageCache, logged } = app
  const listener = createListener({
    app: http,
    assets: { get: () => undefined },
    pageCache,
    headers: () => ({}),
    ...deps,
  })
  const server = createLimitedServer(logAnswers(listener, http.table, deps.log))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = (path: string, headers = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, headers: { host: 'author.example', ...headers } }, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode)),
      )
        .on('error', reject)
        .end()
    })
  const answers = () => logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'answer')
  return { app, ask, answers }
}

describe('the log of answers', () => {
  test('has a line for each, made or held, and nothing of who asked', async () => {
    const { app, ask, answers } = await onSocket({ env })
    const about = { 'user-agent': 'canary/1.0', cookie: 'sid=canary', 'x-forwarded-for': '192.0.2.77' }
    await ask('/about?from=canary', about)
    await ask('/about', about)
    await ask('/about', { ...about, 'if-none-match': app.pageCache.get('/about')?.etag })
    await ask('/no-such-page', about)
    await ask('/no-such-page', about)
    await expect.poll(answers).toHaveLength(5)
    expect(answers().map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'GET /about 200',
      'GET /about 200',
      'GET /about 304',
      'GET /no-such-page 404',
      'GET /no-such-page 404',
    ])
    for (const { bytes, milliseconds } of answers()) expect([bytes > 100, milliseconds >= 0]).toEqual([true, true])
    expect(app.logged.join('\n')).not.toMatch(/canary|192\.0\.2/)
    // A 404 that is held would be handed to whoever sends the token, too.
    expect(await ask('/metrics')).toBe(404)
    expect(await ask('/metrics', { authorization: `Bearer ${token}` })).toBe(200)
    const told = read(await (await figures(app)).text())
    expect(told['frontispiece_answers_total{door="page",status="2xx",from="held"}']).toBe(1)
    expect(told['frontispiece_answers_total{door="page",status="3xx",from="held"}']).toBe(1)
    expect(told['frontispiece_answers_total{door="missing",status="4xx",from="held"}']).toBe(1)
  })

  test('holds no link that opens something, however it is written', async () => {
    const { app, ask, answers } = await onSocket()
    const rooms = app.app.table.filter(({ path }) => path.includes(':token')).map(({ path }) => path)
    expect(rooms.length).toBeGreaterThan(6)
    const paths = [...new Set(rooms)].map((path) => path.replace(':token', 'canary-of-a-key'))
    const spelled = [...paths, '//get/canary-of-a-key', '/GET/canary-of-a-key', '/%67et/canary-of-a-key/']
    for (const path of spelled) await ask(path)
    await expect.poll(answers).toHaveLength(spelled.length)
    expect(
      answers()
        .map(({ path }) => path)
        .join('\n'),
    ).not.toContain('canary')
    await ask('/api/people/ada%40home.example')
    await expect.poll(answers).toHaveLength(spelled.length + 1)
    expect(answers().at(-1).path).not.toContain('ada@')
  })
})

describe('the log', () => {
  const events = ({ logged }: TestApp) => logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'info')

  test('has a line for each sign-in, without who it was', async () => {
    const app = await createTestApp()
    const owner = await setUpOwner(app)
    await owner.signIn({ password: 'a guess of somebody' })
    await owner.signIn()
    expect(events(app).map(({ event }) => event)).toEqual(['signed in', 'signed in'])
    expect(app.logged.join('\n')).toContain('sign-in refused')
    expect(app.logged.join('\n')).not.toMatch(/home\.example/)
  })

  test('has a line where a letter to many begins and one where it is done, with what became of it', async () => {
    const { app, sendAll } = await openPostOffice({ count: 2 })
    await sendAll(readers(2))
    await app.work()
    const [begun, done] = events(app).filter(({ event }) => event.startsWith('mailing'))
    expect(begun).toMatchObject({ event: 'mailing begun', letters: 2 })
    expect(done).toMatchObject({ event: 'mailing done', mailing: begun.mailing, sent: 2 })
  })
})
