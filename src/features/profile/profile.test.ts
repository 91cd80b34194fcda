import { describe, expect, test } from 'vitest'
import { testAuthor } from '#tests/support/author.ts'
import { arcAddress } from '#tests/support/books.ts'
import { aMessage } from '#tests/support/contact.ts'
import { openProfile } from '#tests/support/profile.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const everyPage = [
  ...['/', '/books', '/short-stories', arcAddress, '/about', '/blog', '/contact', '/signup', '/terms-of-service'],
  ...['/privacy-policy', '/house-hippo-challenge', '/feed.xml', '/feed.json', '/.well-known/security.txt'],
]

describe('a profile that is saved', () => {
  test('is on the next page anybody opens, and the one before it is on none', async () => {
    const app = await openProfile()
    for (const path of everyPage) await app.text(path)
    const saved = await app.save({
      name: 'Mara O’Quill',
      email: 'mara@quill.example',
      postalAddress: '2 Quay Street',
      shortBio: 'Hers.',
    })
    expect(saved.status).toBe(200)
    for (const path of everyPage) {
      const page = await app.text(path)
      expect(page, path).toMatch(/Mara O’Quill|mara@quill\.example/)
      expect(page, path).not.toMatch(/Ines Calder|letters@calder|Harbour Road/)
    }
  })

  test('is in the letters that are written from then on, and in who they come from', async () => {
    const app = await openProfile()
    await app.save({ name: 'Mara O’Quill', postalAddress: '2 Quay Street' })
    await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
    await app.post('/api/contact', aMessage)
    await app.work()
    for (const { text, html } of await app.letters()) {
      expect(text).toContain('Mara O’Quill\n2 Quay Street')
      expect(html).not.toMatch(/Calder|Harbour/)
    }
  })

  test('is known on another node as soon as that looks', async () => {
    const app = await openProfile()
    const other = await createTestApp({ beside: app })
    const name = async () => (await (await other.request('/api/site')).json()).name
    await app.save({ name: 'Mara O’Quill' })
    expect(await name()).toBe('Ines Calder')
    await other.lookForNews()
    expect(await name()).toBe('Mara O’Quill')
    expect(await (await other.request('/about')).text()).toContain('Mara O’Quill')
  })

  test('shows no place she is not at, and no line she has left empty', async () => {
    const app = await openProfile()
    const nowhere = { goodreads: '', amazon: '', facebook: '', twitter: '', instagram: '' }
    await app.save({
      social: nowhere,
      support: { crowdfunding: '', coffee: '' },
      tagline: '',
      shortBio: '',
      website: '',
    })
    const home = await app.text('/')
    expect(home).not.toMatch(/Support My Work|Buy Me a Coffee|Goodreads|Elsewhere|undefined|href=""/)
    expect(await app.text('/about')).not.toMatch(/href=""|>Website</)
  })
})

test('pages that tell of her say when that was last saved; the site map says it of every page she has words on', async () => {
  const app = await openProfile()
  const day = 86_400_000
  const told = async () => /"@type":"ProfilePage","dateModified":"([^"]+)"/.exec(await app.text('/about'))?.[1]
  const mapped = async (path: string) =>
    new RegExp(`<loc>[^<]*${path}</loc><lastmod>([^<]*)`).exec(await app.text('/sitemap.xml'))?.[1]
  expect(await told()).toBe('2026-01-15T12:00:00.000Z')
  app.passTime(day)
  const owner = await app.asOwner()
  await owner.put('/api/owner/pages/about', { values: { bio: 'Born at sea.' }, version: 0 })
  await owner.put('/api/owner/pages/signup', { values: { heading: 'Letters' }, version: 0 })
  expect(await told()).toBe('2026-01-16T12:00:00.000Z')
  expect([await mapped('/about'), await mapped('/signup'), await mapped('/contact')]).toEqual([
    '2026-01-16',
    '2026-01-16',
    '2026-01-15',
  ])
})

describe('her pictures and colours', () => {
  const photograph = { url: '/images/abc', focal: 'top', alt: 'Ines on a ferry' }

  test('her photograph is on About and in what search engines are told; without one nobody else’s is', async () => {
    const app = await openProfile()
    expect(await app.text('/about')).not.toMatch(/portrait-|<figure/)
    await app.save({ photograph })
    const about = await app.text('/about')
    expect(about).toMatch(
      /<img[^>]+alt="Ines on a ferry"[^>]+src="\/images\/abc\/960\.jpg"|src="\/images\/abc\/960\.jpg"[^>]+alt="Ines on a ferry"/,
    )
    expect(about).toContain('"image":"https://author.example/images/abc/960.jpg"')
  })

  test.each([
    ['rose', '/accents/rose.css'],
    ['#B0447C', '/accents/b0447c.css'],
  ])('the colour %s has a style sheet of its own, for ever', async (accent, sheet) => {
    const app = await openProfile()
    expect(await app.text('/')).not.toContain('/accents/')
    await app.save({ accent })
    expect(await app.text('/')).toContain(`<link rel="stylesheet" href="${sheet}"`)
    const styles = await app.request(sheet)
    expect(styles.headers.get('cache-control')).toContain('immutable')
    expect(await styles.text()).toMatch(
      /^:root,\.reader,\[data-swatch\]\{--accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);/,
    )
  })

  test.each(['/accents/nothing.css', '/accents/12345.css', '/accents/rose', '/accents/%2e%2e.css'])(
    'there is no style sheet at %s',
    async (path) => {
      const app = await openProfile()
      expect((await app.request(path)).status).toBe(404)
    },
  )

  test('a colour that is none of ours leaves the house’s own', async () => {
    const app = await openProfile()
    await app.save({ accent: 'plaid' })
    expect(await app.text('/')).not.toContain('/accents/')
  })

  test('a picture that is not hers, or not one, is refused', async () => {
    const app = await openProfile()
    for (const url of ['https://elsewhere.example/a.png', 'javascript:alert(1)', '/images/../x']) {
      expect((await app.save({ photograph: { ...photograph, url } })).status).toBe(400)
    }
  })
})

test('of two windows that save, the second is told, and the first one’s words stand', async () => {
  const app = await openProfile()
  const { profile, version } = await app.read()
  await app.save({ tagline: 'The first window’s.' })
  const late = await app.owner.put('/api/owner/site', { ...profile, tagline: 'The second’s.', version })
  expect(late.status).toBe(409)
  expect((await late.json()).message).toContain('another window')
  expect((await app.read()).profile.tagline).toBe('The first window’s.')
})

test.each([
  ['name', '', 'Name is required'],
  ['name', 'x'.repeat(101), 'at most 100'],
  ['email', 'not an address', 'valid email'],
  ['website', 'javascript:alert(1)', 'https address'],
  ['timeZone', 'Mars/Olympus', 'time zone'],
])('a %s that cannot be kept is refused in a sentence, and nothing is changed: %j', async (field, value, words) => {
  const app = await openProfile()
  const refused = await app.save({ [field]: value })
  expect(refused.status).toBe(400)
  const { fields } = await refused.json()
  expect(fields[field]).toContain(words)
  expect((await app.read()).profile).toEqual(testAuthor)
})

test('a part of a group is named by both names', async () => {
  const app = await openProfile()
  const refused = await app.save({ social: { ...testAuthor.social, goodreads: 'http://plain.example' } })
  expect((await refused.json()).fields).toEqual({ 'social.goodreads': 'Goodreads must be an https address' })
})

test('what the environment says of her address comes before what she has typed', async () => {
  const app = await createTestApp({ env: { POSTAL_ADDRESS: 'Flat 3, Elsewhere', MAIL_FROM: 'post@else.example' } })
  expect(await (await app.request('/privacy-policy')).text()).toContain('Flat 3, Elsewhere')
  await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
  await app.work()
  expect((await app.letters())[0]?.text).toContain('Flat 3, Elsewhere')
})

describe('what somebody agreed to', () => {
  const agree = async (app: Awaited<ReturnType<typeof openProfile>>, email: string) => {
    await app.post('/api/newsletter/signup', { email, source: 'signup_page' })
    await app.work()
  }

  test('promises no address that is not there', async () => {
    const app = await openProfile()
    const ways = async () => /with the link in every letter(.*?)\./.exec(await app.text('/signup'))?.[1]
    expect(await ways()).toBe(' or by writing to either address')
    await app.save({ postalAddress: '' })
    expect(await ways()).toBe(' or by writing to that address')
    await app.save({ email: '' })
    expect(await ways()).toBe('')
  })

  test('is a new version once her name or address has changed, and the old one keeps its words', async () => {
    const app = await openProfile()
    await agree(app, 'one@home.example')
    await app.save({ postalAddress: '2 Quay Street' })
    await agree(app, 'two@home.example')
    await app.save({ postalAddress: testAuthor.postalAddress })
    await agree(app, 'three@home.example')
    const rows = await app.db.selectFrom('consents').select('wording').orderBy('email').execute()
    expect(rows.map(({ wording }) => wording)).toEqual([
      'signup-2026-01-15',
      'signup-2026-01-15',
      'signup-2026-01-15-2',
    ])
    const wordings = app.db.selectFrom('consent_wordings').select(['id', 'text']).where('id', 'like', 'signup-%')
    const kept = await wordings.orderBy('id').execute()
    expect(kept.map(({ text }) => /\((.+); letters/.exec(text)?.[1])).toEqual([
      testAuthor.postalAddress,
      '2 Quay Street',
    ])
  })
})
