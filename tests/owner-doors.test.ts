import { once } from 'node:events'
import { createServer, request as knock } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'regexparam'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createListener } from '#app/listener.server.ts'
import { openSession } from '#features/owner/sessions.server.ts'
import type { Route } from '#server/route-table.ts'
import { everythingIn, openBrowser, setUpOwner } from './support/browser.ts'
import { isLongRun } from './support/long-run.ts'
import { createTestApp } from './support/test-app.ts'

// Every door of the owner's, read from the route table: one that is added tomorrow is knocked at tomorrow.

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const canaries = ['canary.reader@home.example', 'canary.writer@home.example']

/** A path, and twelve ways to write it that a careless server takes for the same, or for somebody else's. */
const variants: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'a slash behind': (path) => `${path}/`,
  'a second slash before': (path) => `/${path}`,
  'a dot between': (path) => path.replace('/', '/./'),
  'an encoded letter': (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'an encoded slash': (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  capitals: (path) => path.toUpperCase(),
  'a semicolon behind': (path) => `${path};x`,
  'a question behind': (path) => `${path}?x`,
  'a dot behind': (path) => `${path}.`,
  'a backslash': (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  'a NUL behind': (path) => `${path}%00`,
  'up and down again': (path) => `/x/..${path}`,
}

/** A house whose readers must not be found out: a subscriber, a message, and the letters about both. */
async function houseOfCanaries() {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  const [reader, writer] = canaries
  await app.post('/api/newsletter/signup', { email: reader, name: reader })
  await app.post('/api/contact', { name: 'Canary', email: writer, message: `Please answer to ${writer}` })
  await app.work()
  const idIn = async (table: 'people' | 'contact_messages' | 'letters') =>
    (await app.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const ids = {
    subscribers: await idIn('people'),
    messages: await idIn('contact_messages'),
    outbox: await idIn('letters'),
  }
  const ownerRoutes = app.app.table.filter(({ access }) => access === 'owner')
  /** the address of a door, with the id of something real in it where we know one */
  const place = ({ path }: Route) => {
    const [, id = ids.outbox] = Object.entries(ids).find(([word]) => path.includes(word)) ?? []
    return path.replace(/:\w+/g, id)
  }
  return { app, owner, ownerRoutes, place, isPublic: publicDoors(app) }
}

/** Some paths are the public's with one method and the owner's with another. */
function publicDoors({ app }: TestApp) {
  const rows = app.table.filter(({ access }) => access === 'public')
  return (method: string, path: string) => {
    const pathname = decodeURIComponent(new URL(path, 'https://author.example').pathname)
    return rows.some(
      (row) =>
        (row.method === method || (row.method === 'GET' && method === 'HEAD')) &&
        parse(row.path).pattern.test(pathname),
    )
  }
}

type Knocker = { what: string; headers: Record<string, string>; query: string }

/** What people without a session may bring instead of one. */
async function credentials({ app, owner }: Awaited<ReturnType<typeof houseOfCanaries>>): Promise<Knocker[]> {
  const name = '__Host-sid'
  const gone = openBrowser(app)
  await gone.signIn()
  const revoked = gone.jar.get(name)
  await gone.post('/api/auth/sign-out', {})
  const long = new Date(app.deps.now().getTime() - 15 * 86_400_000)
  const expired = await openSession(app.db, long, 'long ago')
  const live = owner.jar.get(name)
  const [row] = await app.db.selectFrom('owner_sessions').select('id_hash').execute()
  return [
    { what: 'nothing', headers: {}, query: '' },
    { what: 'garbage', headers: { cookie: `${name}=${'%00'.repeat(20)}; ${name}=x` }, query: '' },
    { what: 'an expired session', headers: { cookie: `${name}=${expired}` }, query: '' },
    { what: 'a revoked session', headers: { cookie: `${name}=${revoked}` }, query: '' },
    {
      what: 'keys of another shape',
      headers: { cookie: `sid=${live}; ${name}=${row?.id_hash}`, authorization: `Bearer ${live}` },
      query: '',
    },
    // What a browser remembers of her own visits labels numbers, and is anybody's to make up.
    { what: 'the mark of an author', headers: { cookie: 'author_mode=true' }, query: 'author_mode=true&isAuthor=true' },
    { what: 'a session in the address', headers: {}, query: `${name}=${live}&sid=${live}&session=${live}` },
  ]
}

function isNoEntry(status: number, location: string | null): boolean {
  if (status === 303) return location?.startsWith('/admin/sign-in?next=') ?? false
  // Put right for good: the proper spelling is knocked at as well.
  if (status === 308) return location?.startsWith('/') === true && !/^\/[/\\]/.test(location)
  return [400, 401, 403, 404, 405].includes(status)
}

const isRightAnswer = ({ isPage }: Route, status: number) => status === (isPage ? 303 : 401)

describe('whoever is not signed in', () => {
  test('gets 401 from every call and the entrance from every room, however the address is written; nothing is written, sent or told', async () => {
    const house = await houseOfCanaries()
    const { app, ownerRoutes, place, isPublic } = house
    expect(ownerRoutes.length).toBeGreaterThan(12)
    const knockers = await credentials(house)
    const before = await everythingIn(app)
    const wrong: string[] = []
    let asked = 0

    for (const [door, route] of ownerRoutes.entries()) {
      for (const [row, method] of methods.entries()) {
        for (const [column, [how, write]] of Object.entries(variants).entries()) {
          for (const [turn, { what, headers, query }] of knockers.entries()) {
            const isPlain = how === 'as it is' && method === route.method
            // Everybody at the door itself. Of its other spellings each door is knocked at by a sixth, and its neighbours
            // by the other five; they take turns, unless there is time for all.
            const isTheirs = turn === (row + column) % knockers.length && (door + row + column) % 6 === 0
            if (!isLongRun && !isPlain && !isTheirs) continue
            const path = write(place(route))
            const address = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
            const init = ['GET', 'HEAD'].includes(method) ? {} : { body: '{}' }
            const response = await app.request(address, {
              method,
              headers: { origin: app.env.siteUrl, 'content-type': 'application/json', ...headers },
              ...init,
            })
            const body = await response.text()
            asked++
            const told = `${method} ${path} (${how}, ${what}): ${response.status}`
            if (canaries.some((canary) => body.includes(canary))) wrong.push(`${told}, with a reader's address`)
            if (response.headers.getSetCookie().length > 0) wrong.push(`${told}, with a cookie`)
            if (isPublic(method, path)) continue
            if (!isNoEntry(response.status, response.headers.get('location'))) wrong.push(told)
            if (isPlain && !isRightAnswer(route, response.status)) wrong.push(told)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(await everythingIn(app)).toBe(before)
    // Of 91 spellings and methods 15 or 16, and everybody at the door itself.
    expect(asked).toBeGreaterThanOrEqual(ownerRoutes.length * (isLongRun ? 7 * 13 * knockers.length : 14 + 7))
  })

  test('gets no further on a real socket, where nobody tidies the address up first', async () => {
    const { app, ownerRoutes, place, isPublic } = await houseOfCanaries()
    const { pageCache, deps } = app
    const server = createServer(
      createListener({ app: app.app, assets: { get: () => undefined }, pageCache, headers: () => ({}), ...deps }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const ask = (method: string, path: string) =>
      new Promise<{ status: number; location: string | null; body: string }>((resolve, reject) => {
        const asked = knock(
          { port, host: '127.0.0.1', path, method, headers: { host: 'author.example' } },
          (answer) => {
            let body = ''
            answer.setEncoding('utf8').on('data', (text) => {
              body += text
            })
            answer.on('end', () =>
              resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null, body }),
            )
          },
        )
        asked.on('error', reject).end()
      })
    const before = await everythingIn(app)
    const wrong: string[] = []
    for (const [door, route] of ownerRoutes.entries()) {
      for (const [column, [how, write]] of Object.entries(variants).entries()) {
        if (!isLongRun && (door + column) % 6 !== 0) continue
        const path = write(place(route))
        const { status, location, body } = await ask(route.method, path)
        const told = `${route.method} ${path} (${how}): ${status}`
        if (canaries.some((canary) => body.includes(canary))) wrong.push(`${told}, with a reader's address`)
        if (!isPublic(route.method, path) && !isNoEntry(status, location)) wrong.push(told)
      }
    }
    expect(wrong).toEqual([])
    expect(await everythingIn(app)).toBe(before)
  })
})

describe('a request from another site, in the owner’s own browser', () => {
  const sites = [null, 'none', 'same-site', 'cross-site', 'same-origin', 'Same-Origin']
  const origins = [null, 'null', 'https://evil.example', 'http://author.example', 'https://author.example']
  const types = [
    null,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ]

  test('changes nothing through any door, whatever kind of body it has', async () => {
    const { app, owner, ownerRoutes, place } = await houseOfCanaries()
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const before = await everythingIn(app)
    const wrong: string[] = []
    let asked = 0
    let turn = 0
    for (const route of ownerRoutes.filter(({ method }) => method !== 'GET')) {
      for (const site of sites) {
        for (const origin of origins) {
          const isOurs = site === 'same-origin' || (site === null && origin === app.env.siteUrl)
          if (isOurs) continue
          for (const type of types) {
            // Of all kinds at each door; from each place they take turns, unless there is time for all.
            if (!isLongRun && turn++ % 7 !== 0) continue
            const response = await app.request(place(route), {
              method: route.method,
              body: '{}',
              headers: {
                cookie,
                ...(site ? { 'sec-fetch-site': site } : {}),
                ...(origin ? { origin } : {}),
                ...(type ? { 'content-type': type } : {}),
              },
            })
            asked++
            if (response.status !== 403)
              wrong.push(`${route.method} ${route.path} ${site} ${origin} ${type}: ${response.status}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(500)
    expect(await everythingIn(app)).toBe(before)
  })

  test('while her own page, with the same bodies, gets through', async () => {
    const { app, owner, ownerRoutes, place } = await houseOfCanaries()
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    // Last: it ends the session.
    const routes = ownerRoutes.toSorted((a) => (a.path.endsWith('/sessions') ? 1 : -1))
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const response = await app.request(place(route), {
        method: route.method,
        body: '{}',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
      expect([401, 403, 500], `${route.method} ${route.path}`).not.toContain(response.status)
    }
  })
})

describe('what is the owner’s', () => {
  test('is kept by nobody on the way and found by no search engine', async () => {
    const { app, ownerRoutes, place } = await houseOfCanaries()
    // Beside words that somebody else has chosen, the size of what is packed would tell what is in it.
    const takesPacked = { 'accept-encoding': 'br, gzip' }
    const rooms = ownerRoutes.filter(({ method }) => method === 'GET').map(place)
    const stranger = openBrowser(app, takesPacked)
    const owner = openBrowser(app, takesPacked)
    await owner.signIn()
    for (const path of [...rooms, '/admin/sign-in', '/admin/setup']) {
      for (const [who, browser] of Object.entries({ owner, stranger })) {
        const { headers, status } = await browser.get(path)
        expect(headers.get('cache-control'), `${path} ${status}`).toBe('no-store')
        expect(headers.get('content-encoding'), path).toBeNull()
        for (const name of Object.keys(app.headers)) expect(headers.get(name), `${path} ${name}`).toBeTruthy()
        // A letter is shown in a frame of the desk's own, where nothing of it can run.
        expect(headers.get('content-security-policy'), path).toMatch(
          /frame-ancestors 'none'|^sandbox( allow-same-origin)?;.*frame-ancestors 'self'/,
        )
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        const robots = path === '/admin/sign-in' ? null : 'noindex, nofollow'
        if (who === 'owner') expect(headers.get('x-robots-tag'), path).toBe(robots)
      }
    }
    expect(app.pageCache.size()).toBe(0)
  })
})
