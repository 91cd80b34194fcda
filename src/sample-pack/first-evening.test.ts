import { describe, expect, onTestFinished, test } from 'vitest'
import { samplePack } from '#app/pack.server.ts'
import type { FirstSteps } from '#features/first-steps/contract.ts'
import { blankProfile } from '#features/profile/contract.ts'
import { withoutSample } from '#features/profile/sample.ts'
import { testAuthor } from '#tests/support/author.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const sample = samplePack?.profile ?? expect.unreachable('these tests are about the sample pack')

async function open(options: Parameters<typeof createTestApp>[0] = { hasSamples: true }) {
  const app = await createTestApp({ ...options, env: { RATE_LIMIT: 'off', ...options.env } })
  const owner = await app.asOwner()
  const steps = async (): Promise<FirstSteps> => (await owner.request('/api/owner/first-steps')).json()
  return {
    ...app,
    owner,
    steps,
    profile: async () => (await owner.request('/api/owner/site')).json(),
    done: async () => (await steps()).steps.filter(({ isDone }) => isDone).map(({ name }) => name),
    bringPhotograph: async () => {
      const { profile, version } = await (await owner.request('/api/owner/site')).json()
      const photograph = { url: '/images/abc', focal: 'middle', alt: '' }
      await owner.put('/api/owner/site', { ...profile, photograph, version })
    },
    welcome: (body: Record<string, unknown>) => owner.post('/api/owner/welcome', body),
    welcomeForm: (fields: Record<string, string>) =>
      owner.request('/admin/welcome', {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  }
}

describe('the first question', () => {
  test('makes the site hers with one answer: her name and genres, and nothing of the sample’s author', async () => {
    const app = await open()
    const zone = 'Europe/Dublin'
    expect((await app.welcome({ name: 'Mara O’Quill', genres: ['Sea stories'], timeZone: zone })).status).toBe(200)
    const { profile, isSample } = await app.profile()
    expect([profile, isSample]).toEqual([
      { ...blankProfile, name: 'Mara O’Quill', genres: ['Sea stories'], timeZone: zone },
      false,
    ])
    // Entered again it is hers, though the sample said the same.
    const { version } = await app.profile()
    await app.owner.put('/api/owner/site', { ...profile, version, challenge: sample.challenge })
    const { left } = await (await app.owner.request('/api/owner/samples')).json()
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['words', 'shelf', 'post', 'story', 'book'])
    for (const path of ['/', '/about', '/contact', '/privacy-policy', '/feed.xml']) {
      const page = await (await app.request(path)).text()
      expect(page, path).not.toMatch(/Odile|Port Ansel|Sample site/)
      expect(page, path).toContain('Mara O’Quill')
    }
  })

  test('is asked without scripts too: its form leads on, and a fault stands at its field with her words', async () => {
    const app = await open()
    const page = await (await app.owner.request('/admin/welcome')).text()
    expect(page).toContain('Whose site is this?')
    expect(page).not.toContain(`value="${sample.name}"`)
    const refused = await app.welcomeForm({ name: ' ', genres: 'Sea stories, Ghost stories' })
    const again = await refused.text()
    expect([refused.status, again.includes('Name is required')]).toEqual([400, true])
    expect(again).toContain('value="Sea stories, Ghost stories"')
    expect((await app.profile()).isSample).toBe(true)
    const taken = await app.welcomeForm({ name: 'Mara O’Quill', genres: 'Sea stories, , Ghost stories' })
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/admin'])
    expect((await app.profile()).profile).toMatchObject({
      name: 'Mara O’Quill',
      genres: ['Sea stories', 'Ghost stories'],
      timeZone: sample.timeZone,
    })
  })

  test('is nobody’s but hers: a stranger is led to the entrance, and nothing is changed', async () => {
    const app = await open()
    const asked = await app.request('/admin/welcome')
    expect([asked.status, asked.headers.get('location')]).toEqual([303, expect.stringContaining('/admin/sign-in')])
    const fields = { name: 'Somebody', genres: '' }
    expect((await app.postForm('/admin/welcome', fields, { origin: app.env.siteUrl })).status).not.toBe(200)
    expect((await app.post('/api/owner/welcome', fields, { origin: app.env.siteUrl })).status).toBe(401)
    expect((await app.profile()).profile.name).toBe(sample.name)
  })

  test('answered a second time it changes what was asked, and leaves the rest', async () => {
    const app = await open({})
    expect(await (await app.owner.request('/admin/welcome')).text()).toContain(`value="${testAuthor.name}"`)
    await app.welcome({ name: 'Ines Calder-Roy', genres: [], timeZone: 'Europe/Dublin' })
    const { challenge, pages, timeZone, ...own } = (await app.profile()).profile
    const { challenge: _hippo, pages: _pages, timeZone: _zone, ...before } = testAuthor
    expect(own).toEqual({ ...before, name: 'Ines Calder-Roy', genres: [] })
  })
})

test('of a profile only what says the same as the sample is cleared', () => {
  const mixed = { ...sample, name: 'Mara', social: { ...sample.social, goodreads: 'https://goodreads.example/mara' } }
  const { name, tagline, social, timeZone } = withoutSample(mixed, sample)
  expect([name, tagline, timeZone]).toEqual(['Mara', '', sample.timeZone])
  expect(social).toEqual({ ...blankProfile.social, goodreads: 'https://goodreads.example/mara' })
  expect(withoutSample(sample, sample)).toEqual({ ...blankProfile, timeZone: sample.timeZone })
})

describe('the first steps', () => {
  test('stand above the posts until all is done, each ticked by what is there', async () => {
    const app = await open()
    expect(await app.done()).toEqual([])
    expect((await app.steps()).steps.map(({ name }) => name)).toEqual([
      'name',
      'photograph',
      'book',
      'about',
      'mail',
      'test-letter',
      'samples',
    ])
    const page = await (await app.owner.request('/admin')).text()
    expect(page).toContain('First steps')
    expect(page.match(/href="\/admin\/welcome"/g)).toHaveLength(1)

    await app.welcome({ name: 'Mara O’Quill', genres: [] })
    expect(await app.done()).toEqual(['name'])
    await app.bringPhotograph()
    expect(await app.done()).toEqual(['name', 'photograph'])
    await app.owner.post('/api/owner/books', { title: 'The Salt Door' })
    expect(await app.done()).toEqual(['name', 'photograph', 'book'])
    const about = await (await app.owner.request('/api/owner/pages/about')).json()
    await app.owner.put('/api/owner/pages/about', { values: { bio: 'Born at sea.' }, version: about.version })
    expect(await app.done()).toEqual(['name', 'photograph', 'book', 'about'])
    await app.owner.post('/api/owner/samples/remove')
    expect(await app.done()).toEqual(['name', 'photograph', 'book', 'about', 'samples'])
  })

  test('know a mail server as soon as there is one, and a test letter only once it was taken', async () => {
    const smtp = await startSmtp()
    const app = await open({ env: { SMTP_URL: smtp.url } })
    onTestFinished(() => app.deps.mailer?.close())
    expect(await app.done()).toEqual(['name', 'book', 'mail'])
    await app.owner.post('/api/owner/settings/test-mail')
    expect(await app.done()).toEqual(['name', 'book', 'mail', 'test-letter'])
    const refused = await startSmtp()
    refused.script = { sender: { code: 550, words: 'no' } }
    const other = await open({ env: { SMTP_URL: refused.url } })
    onTestFinished(() => other.deps.mailer?.close())
    await other.owner.post('/api/owner/settings/test-mail')
    expect(await other.done()).toEqual(['name', 'book', 'mail'])
  })

  test('are over when all of them are done', async () => {
    const smtp = await startSmtp()
    const app = await open({ hasSamples: true, env: { SMTP_URL: smtp.url } })
    onTestFinished(() => app.deps.mailer?.close())
    await app.welcome({ name: 'Mara O’Quill', genres: [] })
    await app.bringPhotograph()
    await app.owner.post('/api/owner/books', { title: 'The Salt Door' })
    await app.owner.post('/api/owner/samples/remove')
    await app.owner.post('/api/owner/settings/test-mail')
    expect((await app.steps()).isOver).toBe(false)
    const about = await (await app.owner.request('/api/owner/pages/about')).json()
    await app.owner.put('/api/owner/pages/about', { values: { bio: 'Born at sea.' }, version: about.version })
    expect((await app.steps()).isOver).toBe(true)
    expect(await (await app.owner.request('/admin')).text()).not.toContain('First steps')
  })

  test('are gone when she hides them, and stay gone', async () => {
    const app = await open()
    const hidden = await app.owner.post('/api/owner/first-steps/dismiss')
    expect(await hidden.json()).toEqual({ steps: [], isOver: true })
    const page = await (await app.owner.request('/admin')).text()
    expect(page).not.toContain('First steps')
    expect(page).toContain('Posts')
  })
})
