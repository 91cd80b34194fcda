import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { localTime, momentOf } from '#lib/zone-time.ts'
import { ownerEmail } from '#tests/support/browser.ts'
import { openDesk } from '#tests/support/content.ts'
import { behindProxy, numbersOf, readerAt } from '#tests/support/numbers.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const oneHour = 3_600_000
const oneDay = 24 * oneHour
const open = (env: Record<string, string> = {}) => createTestApp({ env: { ...behindProxy, ...env } })

describe('the owner’s numbers', () => {
  test('are hers alone', async () => {
    const app = await open()
    for (const path of ['', '.csv', '/weekly']) {
      expect((await app.request(`/api/owner/analytics${path}`)).status).toBe(401)
    }
  })

  test.each(['0', '2', '366', '1e1', '30 ', 'all'])('are kept for no span of %s days', async (days) => {
    const owner = await (await open()).asOwner()
    expect((await owner.request(`/api/owner/analytics?days=${encodeURIComponent(days)}`)).status).toBe(400)
    expect((await owner.request(`/api/owner/analytics.csv?days=${encodeURIComponent(days)}`)).status).toBe(400)
  })

  test('say that nothing was counted yet', async () => {
    const numbers = await numbersOf(await open(), 7)
    expect(numbers).toMatchObject({
      span: 7,
      from: '2026-01-09',
      until: '2026-01-15',
      since: null,
      before: { views: 0, visitors: 0 },
      live: 0,
    })
    expect(numbers.total).toEqual({ views: 0, visitors: 0 })
    expect(numbers.series).toHaveLength(7)
    expect([numbers.pages, numbers.works, numbers.events, numbers.joinedFrom]).toEqual([[], [], [], []])
  })

  test('begin with whatever is counted first, also where nobody opened a page', async () => {
    const app = await open()
    app.deps.noteEvent('download')
    const { since, path } = await numbersOf(app)
    expect([since, path.downloads]).toEqual(['2026-01-15', 1])
    app.passTime(oneDay)
    await readerAt(app, '192.0.2.1').open('/')
    expect((await numbersOf(app)).since).toBe('2026-01-15')
  })

  test('hold a span against the one before it, and today against as much of another day', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/')
    app.passTime(3 * oneHour)
    await readerAt(app, '192.0.2.2').open('/')
    app.passTime(22 * oneHour)
    for (const address of ['192.0.2.1', '192.0.2.2']) await readerAt(app, address).open('/')
    const today = await numbersOf(app, 1)
    expect([today.total, today.before]).toEqual([
      { views: 2, visitors: 2 },
      { views: 1, visitors: 1 },
    ])
    expect(today.since).toBe('2026-01-15')
    app.passTime(6 * oneDay)
    expect((await numbersOf(app, 7)).before).toEqual({ views: 1, visitors: 1 })
    app.passTime(3 * oneHour)
    expect((await numbersOf(app, 7)).before).toEqual({ views: 2, visitors: 2 })
  })

  test('of a story or post that has a new address are all under that one', async () => {
    const app = await open()
    const { addStory, setStory, addPost, setPost } = await openDesk(app)
    const story = await addStory({ slug: 'the-wall' })
    const post = await addPost({ slug: 'quiet' })
    const visit = async (address: string, slug: string, percent: number) => {
      const reader = readerAt(app, address)
      await reader.open(`/short-stories/${slug}`)
      await reader.does('story_read', { story: slug, percent })
      await reader.does('signup')
      await app.deps.counter.flush()
    }
    await readerAt(app, '192.0.2.1').open('/blog/quiet')
    await visit('192.0.2.1', 'the-wall', 25)
    await setStory(story.id, { slug: 'the-other-wall' })
    await setPost(post.id, { slug: 'loud' })
    await visit('192.0.2.2', 'the-other-wall', 50)
    await setStory(story.id, { slug: 'the-last-wall' })
    await visit('192.0.2.3', 'the-last-wall', 50)
    // Somebody had the page open while its address changed.
    await visit('192.0.2.4', 'the-wall', 100)
    const { pages, works } = await numbersOf(app)
    expect(pages).toEqual([
      { name: '/short-stories/the-last-wall', title: 'The Wall', views: 4, visitors: 4 },
      { name: '/blog/loud', title: 'The Quiet Room', views: 1, visitors: 1 },
    ])
    expect(works).toMatchObject([
      {
        page: '/short-stories/the-last-wall',
        visitors: 4,
        read: { quarter: 4, half: 3, most: 1, all: 1 },
        signups: 4,
      },
      { page: '/blog/loud', visitors: 1, signups: 1 },
    ])
  })

  test('list those with most visitors, whoever else was looked at more often', async () => {
    const app = await open()
    for (let site = 0; site < 44; site++) {
      await readerAt(app, '192.0.2.1').open('/', { referrer: `https://site${site % 22}.example/` })
    }
    await readerAt(app, '192.0.2.2').open('/', { referrer: 'https://late.example/' })
    const { referrers } = await numbersOf(app)
    expect(referrers).toHaveLength(20)
    expect(referrers.slice(0, 2)).toEqual([
      { name: 'site0.example', views: 2, visitors: 1 },
      { name: 'late.example', views: 1, visitors: 1 },
    ])
  })

  test('know who is here now', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/')
    await readerAt(app, '192.0.2.1').open('/books')
    await readerAt(app, '192.0.2.2').open('/')
    expect((await numbersOf(app)).live).toBe(2)
    app.passTime(5 * 60_000)
    expect((await numbersOf(app)).live).toBe(0)
  })

  test('are shown whatever strangers call what they do', async () => {
    const app = await open()
    const stranger = readerAt(app, '192.0.2.1')
    for (const name of ['__proto__', 'constructor', 'toString']) {
      await stranger.does(name)
      await stranger.open('/', { referrer: `http://${name}/` })
    }
    await app.deps.counter.flush()
    const owner = await app.asOwner()
    const page = await owner.request('/analytics')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('__proto__')
  })

  test('leave as a file also when there are none', async () => {
    const owner = await (await open()).asOwner()
    const file = await owner.request('/api/owner/analytics.csv?days=7')
    expect((await file.text()).trim()).toBe('date,kind,name,views,visitors')
  })

  test('leave as a file for a spreadsheet', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/', { referrer: 'https://books.example/' })
    await readerAt(app, '192.0.2.2', { 'user-agent': '' }).open('/')
    await app.deps.counter.flush()
    const owner = await app.asOwner()
    const response = await owner.request('/api/owner/analytics.csv?days=7')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="numbers-2026-01-15.csv"')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toContain('date,kind,name,views,visitors')
    expect(lines.slice(1).sort()).toEqual([
      '',
      '2026-01-15,all,,1,1',
      '2026-01-15,bot,,1,0',
      '2026-01-15,device,computer,1,1',
      '2026-01-15,hour,07,1,1',
      '2026-01-15,page,/,1,1',
      '2026-01-15,referrer,books.example,1,1',
    ])
  })

  test('leave as a file in which no stranger’s name is a formula or a cell of its own', async () => {
    const app = await open()
    const stranger = readerAt(app, '192.0.2.1')
    for (const name of ['-1-1', '-cmd.exe', '__proto__']) await stranger.does(name)
    for (const host of ['-2-3.example', '=1+1', '"books".example', 'a,b.example', 'a;=b.example', '+1.example']) {
      await stranger.open('/', { referrer: `http://${host}/` })
    }
    await app.deps.counter.flush()
    const file = await (await (await app.asOwner()).request('/api/owner/analytics.csv?days=7')).text()
    const names = file.split('\r\n').flatMap((line) => line.match(/^[^,]+,(?:event|referrer),(.*),\d+,\d+$/)?.[1] ?? [])
    expect(names.sort()).toEqual(["'-1-1", "'-2-3.example", "'-cmd.exe", '(other)', '__proto__'])
  })
})

describe('the weekly letter', () => {
  /** 2026-01-15 is a Thursday; the Monday after it is the 19th, and eight in Toronto is one in the afternoon here. */
  const untilMonday = 4 * oneDay + oneHour
  const set = async (app: Awaited<ReturnType<typeof open>>, isWanted: unknown) =>
    (await app.asOwner()).put('/api/owner/analytics/weekly', { isWanted })
  const weekly = async (app: Awaited<ReturnType<typeof open>>) => {
    await app.work()
    return (await app.letters()).filter(({ kind }) => kind === 'analytics.weekly')
  }
  const visits = async (app: Awaited<ReturnType<typeof open>>, readers: number, story = 'the-wall', first = 0) => {
    for (let count = 0; count < readers; count++)
      await readerAt(app, `192.0.2.${first + count}`).open(`/short-stories/${story}`)
    await app.deps.counter.flush()
  }

  test('is not sent until it is asked for', async () => {
    const app = await open()
    await visits(app, 1)
    expect(await (await (await app.asOwner()).request('/api/owner/analytics/weekly')).json()).toEqual({
      isWanted: false,
      to: ownerEmail,
      lastSentAt: null,
    })
    await keepHouse(app.deps)
    app.passTime(untilMonday)
    await keepHouse(app.deps)
    expect(await weekly(app)).toEqual([])
    expect((await set(app, 'yes')).status).toBe(400)
  })

  test('comes on Monday at eight, once, with what changed and the way out', async () => {
    const app = await open()
    const { addStory, setStory } = await openDesk(app)
    const { id } = await addStory({ slug: 'the-wall' })
    await visits(app, 2)
    await setStory(id, { slug: 'the-garden-wall' })
    await visits(app, 1, 'the-garden-wall', 7)
    await readerAt(app, '192.0.2.1').does('signup')
    await app.deps.counter.flush()
    expect(await (await set(app, true)).json()).toEqual({ isWanted: true, to: ownerEmail, lastSentAt: null })
    app.passTime(untilMonday - 1)
    await keepHouse(app.deps)
    expect(await weekly(app)).toEqual([])
    app.passTime(1)
    // A restart, and another node: both look again.
    for (let look = 0; look < 3; look++) await keepHouse(app.deps)
    const [letter, ...more] = await weekly(app)
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to_email: ownerEmail, subject: 'Your week: 3 visitors' })
    expect(letter?.text).toContain('No backup has been made yet.')
    expect(letter?.text).toContain('3 visitors, 3 more than the week before.')
    expect(letter?.text).toContain('1 reader joined the list, 1 more than the week before.')
    expect(letter?.text).toContain('“The Wall” was opened most, 3 times.')
    expect(letter?.text).toContain('https://author.example/analytics')
    expect(letter?.text).toContain('Switch it off')
    expect(letter?.html).toContain('3 visitors, 3 more than the week before.')
    const state = await (await (await app.asOwner()).request('/api/owner/analytics/weekly')).json()
    expect(state).toEqual({ isWanted: true, to: ownerEmail, lastSentAt: app.deps.now().toISOString() })
    await visits(app, 1)
    app.passTime(7 * oneDay)
    await keepHouse(app.deps)
    expect(await weekly(app)).toHaveLength(2)
  })

  test('that version 0.1.0 planned, as if written on Monday, waits for Monday too', async () => {
    const app = await open()
    await visits(app, 1)
    await set(app, true)
    await app.db
      .updateTable('jobs')
      .set((row) => ({ created_at: row.ref('run_at') }))
      .execute()
    expect(await weekly(app)).toEqual([])
    for (let hours = 0; hours < 4 * 24; hours++) {
      app.passTime(oneHour)
      expect(await weekly(app)).toEqual([])
    }
    app.passTime(oneHour)
    expect(await weekly(app)).toHaveLength(1)
  })

  test('is not sent once it is switched off, nor when there is nothing to tell', async () => {
    const app = await open()
    await set(app, true)
    app.passTime(untilMonday)
    expect(await weekly(app)).toEqual([])
    await visits(app, 1)
    await keepHouse(app.deps)
    await set(app, false)
    app.passTime(7 * oneDay)
    expect(await weekly(app)).toEqual([])
  })

  test('that is days late after a long stop is still sent, one that is a week late is not', async () => {
    const app = await open()
    await visits(app, 1)
    await set(app, true)
    app.passTime(untilMonday + 3 * oneDay)
    expect(await weekly(app)).toHaveLength(1)
    await keepHouse(app.deps)
    await visits(app, 1)
    app.passTime(14 * oneDay)
    expect(await weekly(app)).toHaveLength(1)
  })
})

describe('the author’s clock', () => {
  test('is right on the days it is changed', () => {
    const zone = 'America/Toronto'
    expect(localTime(new Date('2026-03-08T06:59:00Z'), zone)).toEqual({ day: '2026-03-08', hour: '01' })
    expect(localTime(new Date('2026-03-08T07:00:00Z'), zone)).toEqual({ day: '2026-03-08', hour: '03' })
    expect(localTime(new Date('2026-11-01T04:00:00Z'), zone)).toEqual({ day: '2026-11-01', hour: '00' })
    expect(momentOf('2026-01-19', 8, zone).toISOString()).toBe('2026-01-19T13:00:00.000Z')
    expect(momentOf('2026-07-20', 8, zone).toISOString()).toBe('2026-07-20T12:00:00.000Z')
  })
})
