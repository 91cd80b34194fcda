import { once } from 'node:events'
import { createServer, request as knock } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createListener } from '#app/listener.server.ts'
import { everythingIn, openBrowser, ownerPassword } from '#tests/support/browser.ts'
import { openNode, openSettingsRoom } from '#tests/support/settings.ts'

const minute = 60_000
const address = 'https://odile.example'

/** A site that waits to be opened at its new address; `there` is her browser at it. */
async function openWaiting(siteAddress = address, env: Record<string, string> = {}) {
  const room = await openSettingsRoom(env)
  const { pending } = await room.save({ siteAddress })
  const { pathname, search, host, origin } = new URL(pending?.link ?? '')
  const at = (name: string, from = `https://${name}`) => ({
    open: (path = pathname + search) => room.app.request(path, { headers: { host: name } }),
    confirm: (path = pathname + search) =>
      room.app.request(path, { method: 'POST', headers: { host: name, origin: from } }),
  })
  return { ...room, pending, at, there: at(host, origin), link: pathname + search }
}

describe('a new site address', () => {
  test('changes nothing before she has opened it and confirmed there', async () => {
    const { app, pending, read, there } = await openWaiting()
    expect(pending).toEqual({
      siteAddress: address,
      until: '2026-01-15T12:10:00.000Z',
      link: expect.stringMatching(/^https:\/\/odile\.example\/admin\/new-address\?token=[\w.-]+$/),
    })
    // Opening it changes nothing either: mail programs and browsers open links by themselves.
    const page = await there.open()
    expect([page.status, (await page.text()).includes('Use This Address')]).toEqual([200, true])
    expect([app.env.siteUrl, app.env.checkHost]).toEqual(['http://localhost:3000', false])
    expect(await read()).toMatchObject({ siteAddress: '', pending: { link: pending?.link } })
  })

  test('once confirmed it is on every page, in every letter and feed, and the site answers there alone', async () => {
    const { app, there, at } = await openWaiting()
    await app.request('/about')
    const done = await there.confirm()
    expect([done.status, (await done.text()).includes('The site has moved')]).toEqual([200, true])
    for (const path of ['/about', '/feed.xml', '/sitemap.xml', '/robots.txt']) {
      const text = await (await at('odile.example').open(path)).text()
      expect([text.includes(address), text.includes('localhost:3000')], path).toEqual([true, false])
    }
    expect((await at('localhost:3000').open('/about')).status).toBe(421)
    expect((await at('odile.example').open('/about')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('she signs in there, with the cookie that https has', async () => {
    const { app, there } = await openWaiting()
    await there.confirm()
    const browser = openBrowser(app)
    expect((await browser.signIn()).status).toBe(200)
    expect([...browser.jar.keys()]).toEqual(['__Host-sid', '__Host-device'])
    expect((await browser.get('/api/owner/settings')).status).toBe(200)
  })

  test('is forgotten after ten minutes, and the link with it', async () => {
    const { app, read, there } = await openWaiting()
    app.passTime(10 * minute - 1)
    expect((await there.open()).status).toBe(200)
    app.passTime(1)
    const [page, tried] = [await there.open(), await there.confirm()]
    expect([page.status, tried.status]).toEqual([404, 404])
    expect((await tried.text()).includes('its ten minutes are over')).toBe(true)
    expect(await read()).toMatchObject({ siteAddress: '', pending: null })
  })

  test('works once', async () => {
    const { app, there } = await openWaiting()
    const answers = await Promise.all([there.confirm(), there.confirm(), there.confirm()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await there.confirm()).status).toBe(404)
    expect(app.env.siteUrl).toBe(address)
  })

  test('a link that we did not write opens nothing', async () => {
    const { app, there, link } = await openWaiting()
    const before = await everythingIn(app)
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const path of ['/admin/new-address', '/admin/new-address?token=', `${link}x`, forged]) {
      expect([(await there.open(path)).status, (await there.confirm(path)).status], path).toEqual([404, 404])
    }
    expect(await everythingIn(app)).toBe(before)
  })

  test('has to be opened under its own name: a proxy that hides it would shut the site', async () => {
    const { app, at } = await openWaiting()
    const page = await at('localhost:3000').open()
    const text = await page.text()
    expect([page.status, text.includes('Not from here'), text.includes('Use This Address')]).toEqual([200, true, false])
    expect((await at('127.0.0.1:3000').confirm()).status).toBe(409)
    // Not every browser says where it sends from.
    expect((await at('127.0.0.1:3000', 'null').confirm()).status).toBe(409)
    // The right name, but not by https: she could never sign in there.
    expect((await at('odile.example', 'http://odile.example').confirm()).status).toBe(409)
    expect(app.env.checkHost).toBe(false)
  })

  test('is taken back by typing the one there is, without a password', async () => {
    const { app, put, there } = await openWaiting()
    expect((await put({ siteAddress: '' })).status).toBe(200)
    expect((await there.confirm()).status).toBe(404)
    expect(app.env.pendingUrl).toBeNull()
  })

  test('a second one takes the place of the first', async () => {
    const { app, save, there } = await openWaiting()
    await save({ siteAddress: 'https://other.example' })
    expect((await there.confirm()).status).toBe(404)
    expect(app.env.pendingUrl).toBe('https://other.example')
  })

  test('can be left again: the site answers under any name, as before', async () => {
    const { app, there, at } = await openWaiting()
    await there.confirm()
    const browser = openBrowser(app)
    await browser.signIn()
    const about = async () => (await at('odile.example').open('/about')).text()
    expect((await about()).includes(`${address}/about`)).toBe(true)
    expect((await browser.put('/api/owner/settings', { siteAddress: '' })).status).toBe(400)
    const left = await browser.put('/api/owner/settings', { siteAddress: '', password: ownerPassword })
    expect(left.status).toBe(200)
    expect((await at('anything.example').open('/about')).status).toBe(200)
    expect((await about()).includes('http://localhost:3000/about')).toBe(true)
  })
})

describe('while it waits, and the site has an address already', () => {
  async function openMoving() {
    const { app, there: first } = await openWaiting('https://old.example')
    await first.confirm()
    const browser = openBrowser(app)
    await browser.signIn()
    const saved = await browser.put('/api/owner/settings', { siteAddress: address, password: ownerPassword })
    const { pathname, search } = new URL((await saved.json()).pending.link)
    return { app, link: pathname + search }
  }

  test('under the new name there is that one page, and nothing else', async () => {
    const { app, link } = await openMoving()
    const ask = (path: string, method = 'GET') => app.request(path, { method, headers: { host: 'odile.example' } })
    expect((await ask(link)).status).toBe(200)
    for (const path of ['/', '/about', '/admin', '/admin/sign-in', '/api/blog', '/admin/new-address/x', '/feed.xml'])
      expect((await ask(path)).status, path).toBe(421)
    expect((await app.request(link, { headers: { host: 'third.example' } })).status).toBe(421)
    expect((await ask(link, 'POST')).status).toBe(200)
    expect((await ask('/about')).status).toBe(200)
    expect((await app.request('/about', { headers: { host: 'old.example' } })).status).toBe(421)
  })

  test('its files are there, without which that page would be bare, but no page that is kept', async () => {
    const { app } = await openMoving()
    await app.request('/about')
    const held = app.pageCache.get('/about')
    const assets = { get: (path: string) => (path === '/assets/x.css' ? held : undefined) }
    const { pageCache, deps } = app
    const server = createServer(
      createListener({ app: app.app, assets, pageCache, headers: () => ({}), ...deps }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const ask = async (host: string, path: string) => {
      const asked = knock({ port, host: '127.0.0.1', path, headers: { host } }).end()
      const [answer] = await once(asked, 'response')
      answer.resume()
      return answer.statusCode
    }
    expect(await ask('odile.example', '/assets/x.css')).toBe(200)
    expect(await ask('third.example', '/assets/x.css')).toBe(421)
    expect([await ask('old.example', '/about'), await ask('odile.example', '/about')]).toEqual([200, 421])
  })
})

test('another node answers at the new address as soon as it has looked', async () => {
  const { app, there } = await openWaiting()
  const other = await openNode(app)
  await there.confirm()
  const ask = (host: string) => other.request('/about', { headers: { host } })
  expect((await ask('localhost:3000')).status).toBe(200)
  await other.lookForNews()
  expect([(await ask('localhost:3000')).status, (await ask('odile.example')).status]).toEqual([421, 200])
  expect((await (await ask('odile.example')).text()).includes(`${address}/about`)).toBe(true)
})
