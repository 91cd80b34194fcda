import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createListener } from '#app/listener.server.ts'
import { siteMap } from '#app/routes.tsx'
import { createLimitedServer, listen } from '#server/listen.ts'
import { openDesk } from '#tests/support/content.ts'
import { freePort, isInstalled, missing, openProxy } from '#tests/support/proxies.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { startCaddy, startNginx } from '../scripts/proxies.mjs'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const isForSharedCaches = ({ headers }: Response) =>
  headers.has('cdn-cache-control') || /s-maxage|stale/.test(headers.get('cache-control') ?? '')

describe('whoever stands between', () => {
  test.each(['/', '/books/low-water', '/blog', '/feed.xml', '/sitemap.xml'])(
    'may answer %s for a second, for one more while he asks anew, and for an hour while the site is down',
    async (path) => {
      const { headers } = await (await createTestApp()).request(path)
      const meanwhile = 'stale-while-revalidate=1, stale-if-error=3600'
      expect(headers.get('cache-control')).toMatch(new RegExp(`^public, .*must-revalidate, s-maxage=1, ${meanwhile}$`))
      expect(headers.get('cdn-cache-control')).toBe(`max-age=1, ${meanwhile}`)
    },
  )

  test.each(['/api/blog', '/api/books/low-water'])(
    'may answer %s for a second, and not while the site is down',
    async (path) => {
      const { headers } = await (await createTestApp()).request(path)
      expect(headers.get('cache-control')).toMatch(/must-revalidate, s-maxage=1, stale-while-revalidate=1$/)
      expect(headers.get('cdn-cache-control')).toBe('max-age=1, stale-while-revalidate=1')
    },
  )

  test('may put a page that is gone in the place of what it was, and not answer it while the site is down', async () => {
    const { status, headers } = await (await createTestApp()).request('/blog/never-written')
    expect([status, headers.get('cdn-cache-control')]).toEqual([404, 'max-age=1'])
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1')
  })

  test('is told nothing of the kind by a door whose address is a key, by the desk or by an error', async () => {
    const app = await createTestApp()
    const owner = await app.asOwner()
    const told: string[] = []
    const pages = siteMap.rows.filter(({ isPrivate }) => !isPrivate).map((row) => row.path)
    const isOpen = (path: string, { status }: Response) =>
      /:|\*/.test(path) ? status === 404 && pages.includes(path) : status === 200
    for (const { path, method, access } of app.app.table) {
      if (method !== 'GET') continue
      const at = path.replace(/:\w+/g, 'never-written').replace('*', 'never-written')
      for (const response of [await app.request(at), await owner.request(at)])
        if (isForSharedCaches(response) && (access === 'owner' || !isOpen(path, response)))
          told.push(`${path} ${response.status}`)
    }
    expect(told).toEqual([])
  })

  test('is told nothing of the kind by the answer to a form, nor by a preview', async () => {
    const app = await createTestApp()
    const fields = { name: 'Ada', email: 'ada@home.example', message: 'A word about the ferry, and its ledger.' }
    expect(isForSharedCaches(await app.postForm('/contact', fields))).toBe(false)
    const { addPost, owner } = await openDesk(app)
    const { id } = await addPost({ isPublished: false })
    const { url } = await (await owner.post(`/api/owner/reading-links/post/${id}`, { days: 7 })).json()
    const { pathname } = new URL(url)
    for (const path of [pathname, `/api${pathname}`]) {
      const shown = await app.request(path)
      expect([shown.status, isForSharedCaches(shown)]).toEqual([200, false])
    }
  })
})

/** The site on a port, which can be closed as if it were gone. */
async function openSite(app: TestApp) {
  const { app: house, pageCache, deps, headers } = app
  const parts = { app: house, assets: { get: () => undefined }, pageCache, headers: () => headers, ...deps }
  const server = createLimitedServer(createListener(parts), { isBehindProxy: true })
  const port = await listen(server, 0, '127.0.0.1')
  const leave = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(leave)
  return { port, leave }
}

async function beforeNginx(site: number) {
  const port = await freePort()
  const more = 'add_header x-held $upstream_cache_status;'
  const { question, stop } = await openProxy(
    (folder) => startNginx(folder, { sites: [site], listen: `127.0.0.1:${port}`, more }),
    port,
  )
  onTestFinished(stop)
  return question
}

describe.skipIf(!isInstalled('nginx'))(`behind nginx, as deploy/nginx.conf has it${missing('nginx')}`, () => {
  test('what is published shows; what is taken back goes, and does not come again while the site is down', async () => {
    const app = await createTestApp()
    const { addPost, setPost } = await openDesk(app)
    const { port, leave } = await openSite(app)
    const question = await beforeNginx(port)
    expect((await question('/blog/a-post')).status).toBe(404)
    const { id, slug } = await addPost({ slug: 'a-post', title: 'First Words' })
    while ((await question('/blog/a-post')).status !== 200) {}
    await setPost(id, { slug, title: 'Second Words' })
    while (!(await question('/blog/a-post')).body.includes('Second Words')) {}
    await setPost(id, { slug, isPublished: false })
    while ((await question('/blog/a-post')).status !== 404) {}
    leave()
    while ((await question('/blog/a-post')).status === 404) {}
    expect((await question('/blog/a-post')).status).toBe(502)
  })

  test('a book is asked for its size, and for a piece of it, as the reader asked', async () => {
    const asked: string[] = []
    const site = createHttpServer(({ method, headers }, response) => {
      asked.push(`${method} ${headers.range}`)
      response.end('a book')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    onTestFinished(() => void site.close())
    const question = await beforeNginx((site.address() as AddressInfo).port)
    await question('/download/a-key', { method: 'HEAD' })
    await question('/download/a-key', { headers: { range: 'bytes=3-5' } })
    expect(asked.slice(-2)).toEqual(['HEAD undefined', 'GET bytes=3-5'])
  })

  test('readers are served while the site is down, and nobody is shown the desk', async () => {
    const app = await createTestApp()
    const { port, leave } = await openSite(app)
    const question = await beforeNginx(port)
    const before = await question('/about')
    for (const path of ['/', '/admin', '/nowhere', '/confirm/a-key']) await question(path)
    leave()
    const again = async () => {
      const answer = await question('/about')
      expect(answer).toMatchObject({ status: 200, body: before.body })
      return answer.headers['x-held']
    }
    while ((await again()) !== 'STALE') {}
    expect((await question('/admin')).status).toBe(502)
    expect((await question('/confirm/a-key')).status).toBe(502)
    // That there is nothing may be said for the second it was asked to be kept, and no longer.
    while ((await question('/nowhere')).status === 404) {}
    expect((await question('/nowhere')).status).toBe(502)
  })
})

describe.skipIf(!isInstalled('caddy'))(`behind Caddy, as deploy/Caddyfile has it${missing('caddy')}`, () => {
  test('a page comes as the site made it', async () => {
    const app = await createTestApp()
    const { port: site } = await openSite(app)
    const port = await freePort()
    const address = `http://author.example:${port}`
    const { question, stop } = await openProxy((folder) => startCaddy(folder, { site, address }), port)
    onTestFinished(stop)
    const { status, headers } = await question('/about')
    expect([status, headers['content-security-policy']]).toEqual([200, app.headers['content-security-policy']])
  })
})
