import { describe, expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { OwnerWords } from './contract.ts'

async function open() {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', DOUBLE_OPT_IN: 'on' } })
  const owner = await app.asOwner()
  const read = async (name: string): Promise<OwnerWords> => (await owner.request(`/api/owner/pages/${name}`)).json()
  return {
    ...app,
    owner,
    read,
    say: async (name: string, values: Record<string, string>) => {
      const { version } = await read(name)
      return owner.put(`/api/owner/pages/${name}`, { values, version })
    },
    text: async (path: string) => {
      const answer = await app.request(path)
      const moved = answer.headers.get('location')
      return (moved ? await app.request(moved) : answer).text()
    },
  }
}

describe('words she has saved', () => {
  test('stand on the next page anybody opens, prose as prose, with her own name put in', async () => {
    const app = await open()
    await app.text('/about')
    expect((await app.say('about', { bio: 'I am {name}, and I *mean* it.' })).status).toBe(200)
    expect(await app.text('/about')).toContain('I am Ines Calder, and I <em>mean</em> it.')
  })

  test('stand in the next letter, in both of its parts', async () => {
    const app = await open()
    await app.say('letter-confirm', { subject: 'Is it you?', body: 'Was that *you*?', after: 'If not, no matter.' })
    await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
    await app.work()
    const [letter] = await app.letters()
    expect(letter).toMatchObject({ subject: 'Is it you?' })
    expect(letter?.text).toContain('Was that you?')
    expect(letter?.html).toMatch(/Was that <em>you<\/em>\?.*Confirm my address.*If not, no matter\./s)
  })

  test('are what somebody agrees to from then on, and the version before keeps its own', async () => {
    const app = await open()
    await app.post('/api/newsletter/signup', { email: 'one@home.example' })
    await app.work()
    await app.say('everywhere', { consent: '{sender} will write to you.' })
    await app.post('/api/newsletter/signup', { email: 'two@home.example' })
    await app.work()
    const kept = await app.db.selectFrom('consent_wordings').select('text').orderBy('id').execute()
    expect(kept.map(({ text }) => text.replace(/\(.*?\)/, '()').slice(0, 30))).toEqual([
      'By joining you ask Ines Calder',
      'Ines Calder () will write to y',
    ])
    expect(seenIn(await app.text('/signup'))).toContain('will write to you.')
  })

  test('go back to the original one by one or all at once, and nothing she said is lost', async () => {
    const app = await open()
    await app.say('blog', { sub: 'First.', empty: 'Nothing yet.' })
    await app.say('blog', { sub: 'Second.' })
    expect((await app.read('blog')).fields.map(({ value, original }) => value === original)).toEqual([
      false,
      true,
      true,
      true,
    ])
    await app.owner.delete('/api/owner/pages/blog')
    expect(await app.text('/blog')).toContain('Notes from the desk.')
    const versions = await (await app.owner.request('/api/owner/pages/blog/versions')).json()
    expect(versions.map(({ values }: { values: Record<string, string> }) => values.sub)).toEqual([
      'Notes from the desk.',
      'Second.',
      'First.',
    ])
  })
})

test('what was said in a field that there is no more does not keep the rest from being said again', async () => {
  const app = await open()
  await app.say('blog', { sub: 'First.' })
  const fields = JSON.stringify({ sub: 'First.', sidebar: 'Gone.' })
  await app.db.updateTable('page_words_versions').set({ fields }).where('name', '=', 'blog').execute()
  const [before] = await (await app.owner.request('/api/owner/pages/blog/versions')).json()
  expect((await app.say('blog', before.values)).status).toBe(200)
})

test('of two windows that save, the second is told, and the first one’s words stand', async () => {
  const app = await open()
  const late = { values: { sub: 'The second’s.' }, version: 0 }
  await app.say('blog', { sub: 'The first’s.' })
  const refused = await app.owner.put('/api/owner/pages/blog', late)
  expect(refused.status).toBe(409)
  expect(await app.text('/blog')).toContain('The first’s.')
})

test.each([
  [{ sub: '' }, 'Back to the original'],
  [{ sub: 'x'.repeat(301) }, 'at most 300'],
  [{ sub: 'two\nlines' }, 'one line'],
  [{ sub: 'nul \0' }, 'cannot be kept'],
  [{ title: 'Readers' }, 'no such field'],
])('words that cannot be kept are refused in a sentence at their field: %j', async (values, sentence) => {
  const app = await open()
  const refused = await app.say('blog', values as Record<string, string>)
  expect(refused.status).toBe(400)
  expect(Object.values((await refused.json()).fields)[0]).toContain(sentence)
  expect((await app.read('blog')).version).toBe(0)
})

test('a name full of signs is a name in prose too', async () => {
  const app = await open()
  const { profile, version } = await (await app.owner.request('/api/owner/site')).json()
  await app.owner.put('/api/owner/site', { ...profile, name: '*Ines* [Calder](/x)', version })
  expect(await app.text('/privacy-policy')).toContain('published by *Ines* [Calder](/x) (')
})

describe('what she is typing', () => {
  const draft = (app: Awaited<ReturnType<typeof open>>, place: string, fields: Record<string, string>) =>
    app.owner.put(`/api/owner/drafts/${place}`, { fields, baseVersion: 0, writer: 'a-window' })

  test('is seen in her frame, and by nobody else', async () => {
    const app = await open()
    await draft(app, 'page/about', { heading: 'A heading not yet saved' })
    await draft(app, 'site/profile', { name: 'Not Yet' })
    const frame = await app.owner.request('/admin/frame?path=/about')
    expect(frame.status).toBe(200)
    expect(await frame.text()).toMatch(/A heading not yet saved.*Not Yet/s)
    for (const path of ['/about', '/', '/api/site', '/api/pages/about']) {
      expect(await app.text(path), path).not.toMatch(/not yet/i)
    }
    expect((await app.request('/admin/frame?path=/about')).status).not.toBe(200)
  })

  test('stays as it was saved where it cannot be kept yet', async () => {
    const app = await open()
    await draft(app, 'site/profile', { name: '', tagline: 'x' })
    expect(await (await app.owner.request('/admin/frame?path=/')).text()).toContain('Ines Calder')
  })
})

test('the words of a letter are nobody’s but the owner’s to ask for', async () => {
  const app = await open()
  expect((await app.request('/api/pages/letter-welcome')).status).toBe(404)
  expect((await app.request('/api/pages/no-such')).status).toBe(404)
  expect((await app.request('/api/owner/pages')).status).toBe(401)
})
