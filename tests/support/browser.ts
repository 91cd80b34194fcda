import { issueTicket } from '#features/owner/setup.server.ts'
import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Headers = Record<string, string>

export const ownerEmail = 'owner@home.example'
export const ownerPassword = 'a long walk to the well'

/** A browser that keeps its cookies and says where its requests come from. `headers` go with every request. */
export function openBrowser(app: TestApp, headers: Headers = {}) {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(path: string, init: { method?: string; body?: string; headers?: Headers } = {}) {
    const cookie: Headers = jar.size > 0 ? { cookie: cookies() } : {}
    const response = await app.request(path, {
      ...init,
      headers: { origin: app.env.siteUrl, ...cookie, ...headers, ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = line.match(/^([^=]+)=([^;]*)(.*)$/) ?? []
      if (/Max-Age=0/i.test(rest)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  const sendJson = (method: string) => (path: string, body: unknown) =>
    send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const browser = {
    jar,
    get: (path: string) => send(path),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    delete: sendJson('DELETE'),
    postForm: (path: string, fields: Headers) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    signIn: (more: Record<string, unknown> = {}) =>
      browser.post('/api/auth/sign-in', { email: ownerEmail, password: ownerPassword, ...more }),
    isInside: async () => (await send('/api/auth/session')).status === 200,
  }
  return browser
}

/** The site has its owner now; answers the browser she set it up with. */
export async function setUpOwner(app: TestApp) {
  const browser = openBrowser(app)
  const token = await issueTicket(app.db, 'setup', app.deps.now())
  await browser.post('/api/auth/setup', { token, email: ownerEmail, password: ownerPassword })
  return browser
}

/** How many passwords are compared or hashed from now on. */
export function countHashes({ deps }: TestApp) {
  const { hash, verify } = deps.passwords
  const counted = { hashes: 0 }
  deps.passwords = {
    hash(password) {
      counted.hashes++
      return hash(password)
    },
    verify(kept, password) {
      counted.hashes++
      return verify(kept, password)
    },
  }
  return counted
}

/** Everything the database holds, to see whether anything was changed. */
export async function everythingIn({ db }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = (
      await db
        .selectFrom(name as 'owners')
        .selectAll()
        .execute()
    )
      .map(toLine)
      .sort()
  return JSON.stringify(rows)
}

function toLine(row: unknown): string {
  return JSON.stringify(row)
}
