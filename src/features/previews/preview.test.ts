import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { everythingIn } from '#tests/support/browser.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const hour = 3_600_000
const day = 24 * hour
const origin = 'https://author.example'
const canary = 'canary words of a draft'

const kinds = [
  ['post', 'blog'],
  ['story', 'short-stories'],
] as const

describe.each(kinds)('a private link to a %s', (kind, name) => {
  async function open() {
    const app = await createTestApp()
    const { owner, ...desk } = await openDesk(app)
    const [add, set] = kind === 'post' ? [desk.addPost, desk.setPost] : [desk.addStory, desk.setStory]
    const links = `/api/owner/reading-links/${kind}`
    const make = async (id: string, days = 7) => {
      const response = await owner.post(`${links}/${id}`, { days })
      if (response.status !== 201) throw new Error(await response.text())
      const link: { id: string; url: string; expiresAt: string } = await response.json()
      const path = new URL(link.url).pathname
      return { ...link, path, call: `/api${path}`, token: path.replace('/preview/', '') }
    }
    const draft = () => add({ title: 'The Unfinished Room', content: `${canary}, *leaning*.`, isPublished: false })
    return { app, owner, add, set, make, draft, links }
  }

  test('shows the draft exactly as its readers will get it, once it is out', async () => {
    const { app, set, make, draft } = await open()
    const { id, slug } = await draft()
    const { call, expiresAt } = await make(id)
    expect(expiresAt).toBe('2026-01-22T12:00:00.000Z')
    const answer = await app.request(call)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-store',
      'noindex, nofollow',
    ])
    const shown = await answer.json()
    expect(Object.keys(shown).sort()).toEqual(['expiresAt', 'kind', kind].sort())
    const em = { type: 'em', children: ['leaning'] }
    expect(shown).toMatchObject({
      kind,
      expiresAt,
      [kind]: { slug, body: [{ type: 'p', children: [`${canary}, `, em, '.'] }] },
    })
    // What she saves next is what is shown next, and what is not saved is not.
    await set(id, { title: 'The Finished Room', content: 'Done.', slug })
    const published = await (await app.request(`/api/${name}/${slug}`)).json()
    expect((await (await app.request(call)).json())[kind]).toEqual({ ...published, content: '' })
  })

  test('leads to a page that says what it is and until when, and is told to nobody', async () => {
    const { app, make, draft } = await open()
    const { id } = await draft()
    const { path, token } = await make(id)
    const page = await app.request(path)
    const html = await page.text()
    expect(page.status).toBe(200)
    const seen = seenIn(html)
    expect(seen).toContain(
      'A draft, shown to you by its author until January 22, 2026. Please do not pass the link on.',
    )
    expect(seen).toContain(canary)
    expect(seen).toContain('The Unfinished Room')
    // It has no address yet that could be passed on.
    expect(seen).not.toMatch(/Copy link|Share/)
    expect([...html.matchAll(/<h1[\s>]/g)]).toHaveLength(1)
    for (const [header, value] of [
      ['cache-control', 'private, no-store'],
      ['referrer-policy', 'no-referrer'],
      ['x-robots-tag', 'noindex, nofollow'],
    ] as const) {
      expect(page.headers.get(header)).toBe(value)
    }
    const head = html.slice(0, html.indexOf('</head>'))
    expect(head).toContain('<meta name="robots" content="noindex, nofollow"')
    expect(head).not.toContain('rel="canonical"')
    expect(head).not.toContain('application/ld+json')
    expect(head).not.toContain(token)
    expect(html).not.toMatch(new RegExp(`(href|src|action)="[^"]*${token}`))
    expect(app.pageCache.size()).toBe(0)
  })

  test('makes the draft appear nowhere else', async () => {
    const { app, make, draft } = await open()
    const { id, slug } = await draft()
    const { path, call, token } = await make(id)
    await app.request(path)
    await app.request(call)
    const places = ['/', '/blog', '/short-stories', '/sitemap.xml', '/feed.xml', '/feed.json', `/api/${name}`]
    for (const place of [...places, `/${name}/${slug}`, `/api/${name}/${slug}`, '/api/latest']) {
      const text = await (await app.request(place)).text()
      expect(text.includes(canary) || text.includes(token), place).toBe(false)
    }
    expect(await (await app.request('/robots.txt')).text()).toContain('Disallow: /preview/')
  })

  test('is not counted', async () => {
    const { app, make, draft } = await open()
    const { id } = await draft()
    const { path } = await make(id)
    const report = { type: 'pageview', page: path, referrer: '', userAgent: 'Mozilla/5.0', sessionId: 's' }
    const timestamp = '2026-01-15T12:00:00.000Z'
    await app.post('/api/analytics/track', { ...report, timestamp, isAuthor: false }, { 'user-agent': 'Mozilla/5.0' })
    await app.work()
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('daily_counts').selectAll().execute()).toEqual([])
  })

  test('is known to whoever was given it: neither the database nor the log holds it', async () => {
    const { app, make, draft } = await open()
    const { id } = await draft()
    const { path, call, token } = await make(id)
    const [, secret = ''] = token.split('.')
    expect(secret.length).toBeGreaterThanOrEqual(43)
    await app.request(path)
    // Whoever joins from there says which page she was on.
    await app.post('/api/newsletter/signup', { email: 'reader@home.example', source: 'footer', page: path })
    expect(await everythingIn(app)).not.toContain(secret)
    await app.work()
    expect((await app.db.selectFrom('consents').select('page').execute()).map(({ page }) => page)).toEqual(['/preview'])
    // A failure is logged with the address that was asked for.
    await app.db.schema.alterTable('reading_links').renameTo('away').execute()
    expect((await app.request(call)).status).toBe(500)
    expect((await app.request(path)).status).toBe(503)
    await app.db.schema.alterTable('away').renameTo('reading_links').execute()
    expect(app.logged.join('\n')).toContain('request failed')
    expect(app.logged.join('\n')).not.toContain(secret)
    expect(await everythingIn(app)).not.toContain(secret)
  })

  test('ends: by its time, by her hand, with the work in the bin, and when it was never one', async () => {
    const { app, owner, make, draft, links } = await open()
    const { id } = await draft()
    const [short, closed, long] = [await make(id, 1), await make(id, 90), await make(id, 90)]
    const statusOf = async ({ call, path }: { call: string; path: string }) => [
      (await app.request(call)).status,
      (await app.request(path)).status,
    ]
    expect(await statusOf(closed)).toEqual([200, 200])
    expect((await owner.delete(`/api/owner/reading-links/${closed.id}`)).status).toBe(200)
    expect((await owner.delete(`/api/owner/reading-links/${closed.id}`)).status).toBe(404)
    expect(await statusOf(closed)).toEqual([404, 404])

    await owner.delete(`/api/${name}/${id}`)
    expect(await statusOf(long)).toEqual([404, 404])
    await owner.post(`/api/owner/${name}/${id}/restore`)
    expect(await statusOf(long)).toEqual([200, 200])

    app.passTime(day - 1)
    expect(await statusOf(short)).toEqual([200, 200])
    app.passTime(1)
    expect(await statusOf(short)).toEqual([404, 404])
    expect(await statusOf(long)).toEqual([200, 200])

    const again = await app.asOwner()
    await again.delete(`/api/${name}/${id}`)
    await again.delete(`/api/owner/bin/${kind}/${id}`)
    expect(await statusOf(long)).toEqual([404, 404])
    expect(await app.db.selectFrom('reading_links').selectAll().execute()).toEqual([])
    for (const token of ['x', long.id, `${long.token.slice(0, -1)}_`, `${long.token}a`]) {
      expect(await statusOf({ call: `/api/preview/${token}`, path: `/preview/${token}` }), token).toEqual([404, 404])
    }
    expect((await again.request(`${links}/${id}`)).status).toBe(404)
  })

  test('that is closed says so on a page in words, and in a sentence to whoever calls', async () => {
    const { app } = await open()
    const page = await app.request('/preview/closed-long-ago')
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    expect(seenIn(html)).toContain('This link is closed')
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"')
    const { message } = await (await app.request('/api/preview/closed-long-ago')).json()
    expect(message).toBe('This link is closed, or has been cut short. Ask its author for another.')
  })

  test('is one of twenty at most, and she sees those that are open', async () => {
    const { app, owner, make, draft, links } = await open()
    const { id } = await draft()
    const ended = await make(id, 1)
    app.passTime(hour)
    const open20 = []
    for (let count = 1; count < 20; count++) open20.unshift(await make(id, 90))
    const refused = await owner.post(`${links}/${id}`, { days: 7 })
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'There are 20 open links to this already. Close one of them first.',
    ])
    app.passTime(day)
    const again = await app.asOwner()
    const listed = await (await again.request(`${links}/${id}`)).json()
    expect(listed).toHaveLength(19)
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(ended.id)
    expect(Object.keys(listed[0]).sort()).toEqual(['createdAt', 'expiresAt', 'id'])
    expect((await again.post(`${links}/${id}`, { days: 7 })).status).toBe(201)
    await keepHouse(app.deps)
    const kept = await app.db.selectFrom('reading_links').select('id').execute()
    expect(kept.map(({ id }) => id)).not.toContain(ended.id)
    expect(kept).toHaveLength(20)
  })

  test('is open for one to ninety days, and to a work that is there', async () => {
    const { owner, draft, links } = await open()
    const { id } = await draft()
    for (const days of [0, 91, 1.5, '7', null, undefined]) {
      const refused = await owner.post(`${links}/${id}`, { days })
      expect([refused.status, (await refused.json()).message]).toEqual([400, 'A link is open for 1 to 90 days'])
    }
    const missing = await owner.post(`${links}/unknown`, { days: 7 })
    expect([missing.status, (await missing.json()).message]).toEqual([
      404,
      `That ${kind} does not exist, or not any more.`,
    ])
    const { url } = await (await owner.post(`${links}/${id}`, { days: 90 })).json()
    expect(url).toMatch(new RegExp(`^${origin}/preview/`))
  })
})
