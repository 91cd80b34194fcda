import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { plenty, runs } from '#tests/support/long-run.ts'
import { filename, hour, type Owner, openShop, upload } from '#tests/support/shop.ts'

/** Several links that are everybody's. */
async function shareLinks(owner: Owner, count: number) {
  const paths: string[] = []
  for (let number = 0; number < count; number++) {
    const response = await owner.post('/api/generate-shared-download-link', { filename })
    paths.push(new URL((await response.json()).downloadUrl).pathname)
  }
  return paths
}

describe('a link', () => {
  test('tells by its head whether the file is there, and counts nothing', async () => {
    const { app, makeLink, owner, links } = await openShop({ hasFile: false })
    const { path } = await makeLink()
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(404)
    await upload(owner, makeEpub(4_000))
    for (let scan = 0; scan < 50; scan++) {
      const head = await app.request(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4000', ''])
    }
    expect(await links()).toMatchObject([{ downloads: 0 }])
  })

  test('is open until its last millisecond, and closed from the next on', async () => {
    const { app, makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    app.passTime(24 * hour - 1)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(200)
    app.passTime(1)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(410)
  })

  test('counts a resumed download of one reader once, and closes after ten', async () => {
    const { app, makeLink, fetchAs, links } = await openShop()
    const { path } = await makeLink()
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
      expect((await fetchAs(path, '10.0.0.1', { range })).status).toBe(206)
    }
    expect(await links()).toMatchObject([{ downloads: 1 }])
    for (let reader = 2; reader <= 10; reader++) expect((await fetchAs(path, `10.0.0.${reader}`)).status).toBe(200)
    // Whoever came too late is not let in by trying again; whoever was the tenth may finish.
    for (let time = 0; time < 3; time++) expect((await fetchAs(path, '10.0.0.11')).status).toBe(410)
    expect((await fetchAs(path, '10.0.0.10', { range: 'bytes=1000-' })).status).toBe(206)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(410)
    expect(await links()).toMatchObject([{ downloads: 10 }])
    expect(await (await app.request(path.replace('/download/', '/api/gifts/'))).json()).toMatchObject({ state: 'used' })
  })

  test.each([
    ['her own', 10],
    ['everybody’s', 5_000],
  ])('that is %s with one download left is opened by one of many who ask at once', async (whose, most) => {
    const { app, owner, makeLink, fetchAs, links } = await openShop()
    const [path = ''] = whose === 'her own' ? [(await makeLink()).path] : await shareLinks(owner, 1)
    await app.db
      .updateTable('download_links')
      .set({ downloads: most - 1 })
      .execute()
    const many = plenty(200, 40)
    const answers = await Promise.all(Array.from({ length: many }, (_, reader) => fetchAs(path, `10.0.1.${reader}`)))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 410)]).toEqual([
      [200],
      Array(many - 1).fill(410),
    ])
    expect(await links()).toMatchObject([{ downloads: most }])
  })

  test('is given to forty-eight at once by one link, and to sixty-four by all; the next uses nothing up', async () => {
    const { app, owner, fetchAs } = await openShop()
    const [path = '', other = ''] = await shareLinks(owner, 2)
    const downloads = async () =>
      (await app.db.selectFrom('download_links').select('downloads').execute()).map((link) => link.downloads).sort()
    const takenBy = (link: string, count: number, network: number) =>
      Promise.all(Array.from({ length: count }, (_, reader) => fetchAs(link, `10.0.${network}.${reader}`)))
    const busy = [503, '30', expect.stringContaining('Many readers are fetching the book just now.')]
    const told = async (answer: Response) => [answer.status, answer.headers.get('retry-after'), await answer.text()]
    const taken = await takenBy(path, 48, 1)
    expect(await told(await fetchAs(path, '10.0.2.1'))).toEqual(busy)
    const others = await takenBy(other, 16, 3)
    expect([...taken, ...others].every(({ status }) => status === 200)).toBe(true)
    expect(await told(await fetchAs(other, '10.0.2.1'))).toEqual(busy)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
    expect(await downloads()).toEqual([16, 48])
    // One has it all, another has gone away: two places are free, and only two.
    await taken[0]?.arrayBuffer()
    await taken[1]?.body?.cancel()
    const next = [await fetchAs(path, '10.0.2.1'), await fetchAs(path, '10.0.2.2'), await fetchAs(path, '10.0.2.3')]
    expect(next.map(({ status }) => status)).toEqual([200, 200, 503])
  })

  test('goes to one reader six times at once, and however often she asks, others get theirs', async () => {
    const { owner, fetchAs, makeLink } = await openShop()
    const [path = ''] = await shareLinks(owner, 1)
    const greedy = await Promise.all(Array.from({ length: 70 }, () => fetchAs(path, '10.0.1.1')))
    expect(greedy.filter(({ status }) => status === 200)).toHaveLength(6)
    const refused = greedy.find(({ status }) => status !== 200)
    expect([refused?.status, await refused?.text()]).toEqual([429, expect.stringContaining('Let one of them finish')])
    expect((await fetchAs(path, '10.0.1.2')).status).toBe(200)
    // Her own link, passed on to two friends, is no way around it.
    const { path: own } = await makeLink()
    const friends = await Promise.all(Array.from({ length: 18 }, (_, turn) => fetchAs(own, `10.0.3.${turn % 3}`)))
    expect(friends.filter(({ status }) => status === 200)).toHaveLength(16)
    expect((await fetchAs(path, '10.0.1.3')).status).toBe(200)
  })

  test('goes to four readers behind one address, by a link each, and to no fifth at the same moment', async () => {
    const { owner, fetchAs } = await openShop()
    const paths = await shareLinks(owner, 5)
    const answers = []
    for (const path of paths) for (let turn = 0; turn < 6; turn++) answers.push(await fetchAs(path, '10.0.1.1'))
    expect(answers.map(({ status }) => status)).toEqual([...Array(24).fill(200), ...Array(6).fill(429)])
    expect(await answers.at(-1)?.text()).toContain('Many books are being fetched at once from where you are.')
    expect((await fetchAs(paths[4] ?? '', '10.0.1.2')).status).toBe(200)
  })

  test('gives the range that is asked for, and refuses one that is not there', async () => {
    const { makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    const whole = Buffer.from(makeEpub())
    const part = async (range: string) => {
      const response = await fetchAs(path, '10.0.0.1', { range })
      return [
        response.status,
        response.headers.get('content-range'),
        Buffer.from(await response.arrayBuffer()),
      ] as const
    }
    expect(await part('bytes=10-19')).toEqual([206, 'bytes 10-19/2000', whole.subarray(10, 20)])
    expect(await part('bytes=1990-')).toEqual([206, 'bytes 1990-1999/2000', whole.subarray(1990)])
    expect(await part('bytes=-5')).toEqual([206, 'bytes 1995-1999/2000', whole.subarray(1995)])
    expect(await part('bytes=1990-9999')).toEqual([206, 'bytes 1990-1999/2000', whole.subarray(1990)])
    expect((await part('bytes=2000-')).slice(0, 2)).toEqual([416, 'bytes */2000'])
    expect(await part('Bytes=10-19')).toEqual([206, 'bytes 10-19/2000', whole.subarray(10, 20)])
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200)
    expect((await part('bytes=5-2'))[0]).toBe(200)
  })

  test('goes on with a range only while the book is the one that was begun', async () => {
    const { makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    const etag = (await fetchAs(path, '10.0.0.1')).headers.get('etag') ?? ''
    const range = 'bytes=10-19'
    expect((await fetchAs(path, '10.0.0.1', { range, 'if-range': etag })).status).toBe(206)
    const whole = await fetchAs(path, '10.0.0.1', { range, 'if-range': '"another book"' })
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '2000'])
  })

  test('that has closed says so, book or no book', async () => {
    const { app, makeLink, fetchAs } = await openShop({ hasFile: false })
    const { path } = await makeLink()
    app.passTime(25 * hour)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
  })

  test('is forgotten ninety days after it closed', async () => {
    const { app, makeLink, links } = await openShop()
    await makeLink()
    app.passTime(90 * 24 * hour)
    await keepHouse(app.deps)
    expect(await links()).toHaveLength(1)
    app.passTime(24 * hour + 1)
    await keepHouse(app.deps)
    expect(await links()).toEqual([])
  })

  test('does not stand in the log when something breaks over it', async () => {
    const { app, makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    app.deps.files.read = (key) => Promise.reject(new Error(`${key} cannot be read for ${path}`))
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(500)
    expect(app.logged.join('\n')).toMatch(/"path":"\/download\/[0-9a-f]{8}….\*\*\*"/)
    expect(app.logged.join('\n')).not.toContain(path.split('.')[1])
  })

  test('that the owner has closed stays closed', async () => {
    const { owner, makeLink, fetchAs, links } = await openShop()
    const { path } = await makeLink()
    const [link] = await links()
    expect((await owner.delete(`/api/owner/download-links/${link?.id}`)).status).toBe(200)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
  })

  test('changed in any way opens nothing', () => {
    const keys = [Buffer.from('a key for tests only, forty characters long')] as const
    const token = signToken(keys, '019bc186-de00-7adc-a95d-bb1916802495')
    const other = signToken([Buffer.from('another key')], '019bc186-de00-7adc-a95d-bb1916802495')
    const swapped = `019bc186-de00-7adc-a95d-bb1916802496.${token.split('.')[1]}`
    for (const forged of [other, swapped, `${token}=`, `${token} `, token.toUpperCase(), `${token}.${token}`]) {
      expect(openToken(keys, forged)).toBeNull()
    }
    const change = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...'aZ09-_.=+/ \0é'), fc.constantFrom(0, 1, 2))
    fc.assert(
      fc.property(change, ([place, letter, take]) => {
        const forged = token.slice(0, place) + letter + token.slice(place + take)
        return forged === token || openToken(keys, forged) === null
      }),
    )
  })

  test('forged is answered 404 and never 5xx', async () => {
    const { makeLink, app } = await openShop()
    const { path } = await makeLink()
    await fc.assert(
      fc.asyncProperty(fc.nat(path.length - 11), fc.constantFrom(...'abZ09-_.~'), async (place, letter) => {
        const forged = `/download/${path.slice(10, 10 + place)}${letter}${path.slice(11 + place)}`
        if (forged !== path) expect((await app.request(forged)).status).toBe(404)
      }),
      { numRuns: runs.call },
    )
  })
})

describe('many links at once', () => {
  test('each reader gets her own, and whoever cannot have one gets a reason', async () => {
    const { app, owner } = await openShop()
    const { suppress } = await import('#server/suppressions.ts')
    await suppress(app.db, app.deps.keyFor, 'gone@home.example', 'left', app.deps.now())
    const response = await owner.post('/api/bulk-generate-download-links', {
      subscribers: ['One@home.example', 'one@home.example', 'two@home.example', 'nonsense', 'gone@home.example'],
      filename,
    })
    const { links, count } = await response.json()
    expect(count).toBe(2)
    expect(links).toMatchObject([
      {
        email: 'one@home.example',
        downloadUrl: expect.stringContaining('/download/'),
        expiresIn: '24 hours',
        error: null,
      },
      { email: 'two@home.example', error: null },
      { email: 'nonsense', downloadUrl: null, expiresIn: null, error: 'This is not an e-mail address' },
      { email: 'gone@home.example', downloadUrl: null, error: 'This reader has left and gets no more letters' },
    ])
  })

  test.each([0, 169, 1.5, '72', null])('a shared link for %j hours is refused', async (hoursToExpire) => {
    const { owner } = await openShop()
    expect((await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire })).status).toBe(400)
  })

  test('a shared link says when it closes', async () => {
    const { app, owner, fetchAs } = await openShop()
    const response = await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire: 72 })
    const { downloadUrl, expiresAt } = await response.json()
    expect(expiresAt).toBe('2026-01-18T12:00:00.000Z')
    for (let reader = 0; reader < 12; reader++) {
      expect((await fetchAs(new URL(downloadUrl).pathname, `10.0.0.${reader}`)).status).toBe(200)
    }
    app.passTime(72 * hour)
    expect((await fetchAs(new URL(downloadUrl).pathname, '10.0.0.1')).status).toBe(410)
  })
})
