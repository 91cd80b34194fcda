import { describe, expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function open(path: string, today = '2026-01-15') {
  const app = await createTestApp({ hasSamples: true, today })
  return (await app.request(path)).text()
}

const titles = [
  "The Driver's Promise",
  'Voss Trials',
  'The Veil Lives',
  'True Veil',
  'Echo of the Veil',
  "Veil's Last Song",
  'Patient 92',
  'Let the Dead Rest',
  'Rebirth',
  'Genesis',
  'Step Back',
  'Nexus of Lies',
  'Final Reckoning',
]

describe('the sample’s books', () => {
  test('are thirteen titles in the order they were asked for, each with a purchase link', async () => {
    const html = await open('/books')
    const shown = [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)<\/a><\/h3>/g)].map(([, title]) => title)
    expect(shown.map((title) => title?.replaceAll('&#x27;', "'"))).toEqual(titles)
    expect(html.match(/>Purchase</g)).toHaveLength(13)
    const seen = seenIn(html)
    for (const order of [1, 2, 3, 4, 5, 6, 7]) expect(seen).toContain(`Clinic Binge Series, Book ${order}`)
    for (const order of [1, 2, 3]) expect(seen).toContain(`The Veil Song Chronicles, Book ${order}`)
    expect(seen).toContain('Thirteen books: two series, and three that stand alone.')
  })

  test('have covers that were drawn with the build', async () => {
    const app = await createTestApp({ hasSamples: true })
    const books: { cover: { kind: string; name: string }; slug: string }[] = await (
      await app.request('/api/books')
    ).json()
    expect(books.map(({ cover }) => cover)).toEqual(books.map(({ slug }) => ({ kind: 'pack', name: slug })))
  })

  test('are offered in the words that were asked for, to the letter', async () => {
    const app = await createTestApp({ hasSamples: true, today: '2025-10-31' })
    const home = await (await app.request('/')).text()
    expect(home).toMatch(/<a[^>]*href="\/voss-trials"[^>]*>Voss Trials - ARC<\/a>/)
    const sent = await (await app.postForm('/voss-trials', { email: 'juror@home.example' })).text()
    expect(sent).toContain('You&#x27;re signed up for your Voss Trials ARC copy. Details coming soon!')
    await app.work()
    const [letter] = await app.letters()
    expect(letter?.subject).toBe('Your request for Voss Trials')
    expect(letter?.text).toContain('before November 1, 2025')
    expect(letter?.text).toContain('https://author.example/voss-trials')
    const owner = await app.asOwner()
    expect(await (await owner.request('/api/owner/free-book')).json()).toEqual({
      title: 'True Veil Blues',
      file: 'true-veil-blues.epub',
      isChosen: true,
    })
  })

  test('each story leads to one of them that nobody must have read another for', async () => {
    const app = await createTestApp({ hasSamples: true })
    const stories: { slug: string; genre: string }[] = await (await app.request('/api/short-stories')).json()
    const after = await Promise.all(
      stories.map(async ({ slug, genre }) => [
        genre,
        (await (await app.request(`/api/book-after/${slug}`)).json()).title,
      ]),
    )
    expect(Object.fromEntries(after)).toMatchObject({
      'Supernatural Suspense': 'True Veil',
      'Mystery Thriller': expect.stringMatching(/Patient 92|The Driver's Promise/),
      'Psychological Suspense': expect.any(String),
    })
  })
})
