import { expect, test } from 'vitest'
import { testAuthor } from '#tests/support/author.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function open() {
  const app = await createTestApp()
  const { owner } = await openDesk(app)
  const say = async (page: string, values: Record<string, string>) => {
    const { version } = await (await owner.request(`/api/owner/pages/${page}`)).json()
    expect((await owner.put(`/api/owner/pages/${page}`, { values, version })).status).toBe(200)
  }
  const html = async () => (await app.request('/press')).text()
  return { ...app, owner, say, html, seen: async () => seenIn((await html()).split('</main>')[0] ?? '') }
}

const sentence = (word: string) => `Of ${Array.from({ length: 9 }, () => word).join(' ')}.`

test('the press kit is made from what she has entered: bios, facts, and how to reach her', async () => {
  const app = await open()
  await app.say('about', {
    bio: `${sentence('one').repeat(1)} Two.\n\n${Array.from({ length: 20 }, (_, at) => sentence(`w${at}`)).join(' ')}`,
  })
  const seen = await app.seen()
  for (const words of [testAuthor.shortBio, testAuthor.genres.join(', '), testAuthor.email, testAuthor.postalAddress]) {
    expect(seen).toContain(words)
  }
  expect(seen).toMatch(/Short[\s\S]*About 100 words[\s\S]*Long/)
  const [, medium = ''] = seen.match(/About 100 words([\s\S]*?)Copy/) ?? []
  const words = medium.trim().split(/\s+/)
  expect(words.length).toBeGreaterThan(90)
  expect(words.length).toBeLessThanOrEqual(115)
  expect(medium.trim()).toMatch(/\.$/)
})

test('her own middle length stands in the place of the beginning of the long one', async () => {
  const app = await open()
  await app.say('about', { bio: 'A long one. It goes on.' })
  await app.say('press', { bio: 'The one between.', heading: 'For the papers' })
  const seen = await app.seen()
  expect(seen).toContain('The one between.')
  expect(seen).toContain('For the papers')
})

test('what there is none of is not shown: no photograph, no longer bio, no places elsewhere', async () => {
  const app = await open()
  const { profile, version } = await (await app.owner.request('/api/owner/site')).json()
  const nowhere = { goodreads: '', amazon: '', facebook: '', twitter: '', instagram: '' }
  const bare = { ...profile, shortBio: '', email: '', website: '', postalAddress: '', genres: [], social: nowhere }
  await app.owner.put('/api/owner/site', { ...bare, version })
  const seen = await app.seen()
  expect(seen).toContain(testAuthor.name)
  expect(seen).not.toMatch(/Photograph|About 100 words|Elsewhere|Writes|undefined/)
  expect(await app.html()).not.toContain('mailto:"')
})

test('it describes her as a profile, is in the site map, and not in the menu', async () => {
  const app = await open()
  const html = await app.html()
  expect(html).toContain('"@type":"ProfilePage"')
  expect(await (await app.request('/sitemap.xml')).text()).toContain('/press</loc>')
  expect(await (await app.request('/')).text()).not.toContain('href="/press"')
})
