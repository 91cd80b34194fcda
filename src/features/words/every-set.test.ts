import { describe, expect, test } from 'vitest'
import { letterKinds } from '#app/letters.server.ts'
import { wordSets } from '#app/word-sets.server.ts'
import { usualPages } from '#lib/site-pages.ts'
import { arcAddress } from '#tests/support/books.ts'
import { isLongRun } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { LetterView, OwnerWords, WordsVersion } from './contract.ts'

async function open() {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const owner = await app.asOwner()
  const read = async (name: string): Promise<OwnerWords> => (await owner.request(`/api/owner/pages/${name}`)).json()
  const text = async (path: string) => {
    const answer = await owner.request(path)
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  /** What readers see of a set, wherever that is: a page, or each occasion of a letter, in both of its parts. */
  const seen = async ({ name, kind, path }: OwnerWords): Promise<{ html: string; plain: string }> => {
    if (kind === 'page') return { html: await text(`/admin/frame?path=${path}`), plain: '' }
    const views: LetterView[] = JSON.parse(await text(`/api/owner/pages/${name}/letter`))
    const frames = views.map(({ hasHtml }, at) => (hasHtml ? text(`/admin/frame/letter?name=${name}&view=${at}`) : ''))
    return {
      html: (await Promise.all(frames)).join('\n'),
      plain: views.map((view) => `${view.subject}\n${view.text}`).join('\n'),
    }
  }
  const say = async (name: string, word: (field: OwnerWords['fields'][number]) => string) => {
    const { fields, version } = await read(name)
    const values = Object.fromEntries(fields.map((field) => [field.name, word(field)]))
    return owner.put(`/api/owner/pages/${name}`, { values, version })
  }
  return { ...app, owner, read, seen, say }
}

const names = wordSets.map(({ name }) => name)

test('every letter the site writes to a reader by itself has its words here', () => {
  const toHerself = ['contact.notice', 'analytics.weekly']
  const herOwn = ['letters.written', 'letters.trial']
  const toReaders = Object.keys(letterKinds).filter((kind) => ![...toHerself, ...herOwn].includes(kind))
  const letters = wordSets.filter(({ kind, name }) => kind === 'letter' && name !== 'letter-by-hand')
  expect(letters).toHaveLength(toReaders.length)
})

const hostileTexts = [
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  '[here](javascript:alert(1)) <a href="javascript:alert(2)">x</a>',
  '{unknown} {{name}} {__proto__} {constructor}',
  '\u202e\u2067right to left\u200f',
  'x'.repeat(10_000),
  '',
  'a\0b',
]

// Each text in every third set, unless there is time for all: the rules are the same ones.
const hostileIn = (name: string) => hostileTexts.filter((_, at) => isLongRun || (at + names.indexOf(name)) % 3 === 0)

describe.each(names)('%s', (name) => {
  test('whatever stands in every field, it says so in a sentence, or says it as words', async () => {
    const app = await open()
    for (const hostile of hostileIn(name)) {
      const { version } = await app.read(name)
      const answer = await app.say(name, () => hostile)
      expect([200, 400], hostile).toContain(answer.status)
      if (answer.status === 400) {
        const { fields } = (await answer.json()) as { fields: Record<string, string> }
        for (const sentence of Object.values(fields))
          expect(sentence).toMatch(/^\p{Lu}.* (empty|characters|line|kept)/u)
        expect((await app.read(name)).version, hostile).toBe(version)
        continue
      }
      const { html, plain } = await app.seen(await app.read(name))
      expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript|<a href=&quot;javascript/)
      if (hostile.startsWith('</script>') && html) expect(html).toContain('&lt;script&gt;alert(1)')
      if (hostile.startsWith('{unknown}')) {
        expect(html + plain).toContain('{unknown} {Ines Calder} {__proto__} {constructor}')
      }
    }
  })

  test('is shown as she types it, to her alone', async () => {
    const app = await open()
    const opened = await app.read(name)
    const fields = Object.fromEntries(opened.fields.map((field) => [field.name, `Not yet said ${field.name}`]))
    await app.owner.put(`/api/owner/drafts/page/${name}`, { fields, baseVersion: 0, writer: 'a-window' })
    const { html, plain } = await app.seen(opened)
    expect(html + plain).toContain('Not yet said')
    const place = opened.kind === 'page' ? `/admin/frame?path=${opened.path}` : `/admin/frame/letter?name=${name}`
    for (const address of [place, `/api/owner/pages/${name}`, `/api/owner/pages/${name}/letter`]) {
      expect(await (await app.request(address)).text(), address).not.toContain('Not yet said')
    }
    expect(await (await app.request(opened.path ?? '/')).text()).not.toContain('Not yet said')
  })

  test('keeps what it said before, and goes back to the original', async () => {
    const app = await open()
    const { fields, ...before } = await app.read(name)
    const first = await app.seen({ fields, ...before })
    await app.say(name, (field) => `First ${field.name}`)
    await app.say(name, (field) => `Second ${field.name}`)
    const versions: WordsVersion[] = await (await app.owner.request(`/api/owner/pages/${name}/versions`)).json()
    expect(versions.map(({ values }) => Object.values(values)[0]?.split(' ')[0])).toEqual(['Second', 'First'])
    expect((await app.owner.delete(`/api/owner/pages/${name}`)).status).toBe(200)
    expect((await app.read(name)).fields).toEqual(fields)
    expect(await app.seen({ fields, ...before })).toEqual(first)
  })
})

test('a letter is shown in a frame where nothing runs, and is nobody else’s to see', async () => {
  const app = await open()
  const frame = await app.owner.request('/admin/frame/letter?name=letter-welcome')
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox;.*frame-ancestors 'self'/)
  expect((await app.request('/api/owner/pages/letter-welcome/letter')).status).toBe(401)
  for (const name of ['no-such', 'about', '__proto__', 'letter-by-hand']) {
    expect((await app.owner.request(`/admin/frame/letter?name=${name}`)).status, name).toBe(404)
  }
  expect((await app.owner.request('/admin/frame/letter?name=letter-arc&view=7')).status).toBe(404)
})

test('the key of a reader’s own page opens nothing in the frame', async () => {
  const app = await open()
  for (const path of ['/get/abc', '/confirm/abc', '/unsubscribe/abc', '/preview/abc']) {
    expect((await app.owner.request(`/admin/frame?path=${path}`)).status, path).toBe(404)
  }
})

test('the advance copy is shown at the address of the book that is offered, and its absence is said', async () => {
  const app = await open()
  const added = await app.owner.post('/api/owner/books', { title: 'Neap Tide', publicationDate: '2026-06-01' })
  const { id } = await added.json()
  await app.owner.put('/api/owner/shelves/roles', { advance: id, free: null })
  expect(await app.read('arc')).toMatchObject({ path: '/arc/neap-tide', noPage: null })
  expect((await app.seen(await app.read('arc'))).html).toContain('Neap Tide')
  await app.owner.put('/api/owner/shelves/roles', { advance: null, free: null })
  expect(await app.read('arc')).toMatchObject({ path: null, noPage: expect.stringContaining('under Books') })
})

test('an advance copy whose page is off is shown to her all the same, and she is told where it was turned off', async () => {
  const app = await open()
  const { profile, version } = await (await app.owner.request('/api/owner/site')).json()
  const pages = usualPages.map((page) => (page.key === 'arc' ? { ...page, place: 'off' } : page))
  expect((await app.owner.put('/api/owner/site', { ...profile, pages, version })).status).toBe(200)
  const opened = await app.read('arc')
  expect(opened).toMatchObject({ path: arcAddress, noPage: 'The page is turned off under My Site.' })
  expect((await app.seen(opened)).html).toContain('The Ferry Ledger')
  await app.owner.put('/api/owner/shelves/roles', { advance: null, free: null })
  expect(await app.read('arc')).toMatchObject({ path: null, noPage: expect.stringContaining('under Books') })
})
