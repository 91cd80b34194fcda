import { describe, expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { seenIn } from '#tests/support/markup.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { openWriting } from '#tests/support/written.ts'

describe('an audience', () => {
  test('is narrowed by tags, by when they joined, and by who got an earlier letter', async () => {
    const { app, owner, write, send, read } = await openWriting()
    const count = async (audience: object) =>
      (await (await owner.post('/api/owner/letters/audience', audience)).json()).count
    const { people } = await (await owner.request('/api/owner/subscribers?q=ada')).json()
    await owner.put(`/api/owner/subscribers/${people[0].id}/tags`, { tags: ['launch team'] })
    expect(await count({ tags: ['launch team'] })).toBe(1)
    expect(await count({ withoutTags: ['launch team'] })).toBe(2)
    const first = await write({ audience: { tags: ['launch team'] } })
    await send(first)
    await app.work()
    expect(await read(first.id)).toMatchObject({ mailing: { total: 1, sent: 1 } })
    expect(await count({ got: first.id })).toBe(1)
    expect(await count({ notGot: first.id })).toBe(2)
    expect(await count({ joinedBefore: '2001-01-01' })).toBe(0)
  })

  test('can be asked for by each of a hundred tags', async () => {
    const { app, owner } = await openWriting({ people: [] })
    const lines = Array.from({ length: 100 }, (_, number) => `reader${number}@home.example,Reader,Active,tag ${number}`)
    const csv = ['Email,Name,Status,Tags', ...lines].join('\n')
    await owner.post('/api/owner/people/import', { csv, list: 'newsletter', basis: 'A list of old' })
    await app.work()
    const { tags } = await (await owner.request('/api/owner/letters/choices')).json()
    expect(tags).toHaveLength(100)
  })

  test('of too many tags is refused wherever it is said, and what she typed is kept', async () => {
    const { owner, write } = await openWriting({ people: [] })
    const tags = Array.from({ length: 21 }, (_, number) => `tag ${number}`)
    const audience = { ...(await write()).audience, tags }
    const draft = { fields: { audience: JSON.stringify(audience) }, baseVersion: 0, writer: 'a-window' }
    expect((await owner.put('/api/owner/drafts/letter/new', draft)).status).toBe(200)
    const answers = [
      await owner.post('/api/owner/letters', { subject: 'News', audience }),
      await owner.post('/api/owner/letters/audience', audience),
      await owner.request('/api/owner/letters/new/view?writer=a-window'),
    ]
    expect(await Promise.all(answers.map(async (one) => [one.status, (await one.json()).message]))).toEqual(
      answers.map(() => [400, 'At most 20 tags']),
    )
    const kept = await (await owner.request('/api/owner/drafts/letter/new')).json()
    expect(JSON.parse(kept.fields.audience).tags).toEqual(tags)
  })

  test('of whoever asked for an advance copy gets nothing of the newsletter', async () => {
    const { app, owner } = await openWriting({ people: [] })
    await app.post('/api/newsletter/signup', { email: 'zoe@home.example', source: 'voss_trials_arc' })
    await app.work()
    const count = async (list: string) =>
      (await (await owner.post('/api/owner/letters/audience', { list })).json()).count
    expect([await count('newsletter'), await count('readers'), await count('arc')]).toEqual([0, 0, 1])
  })

  test('of whoever asked for one book is offered with as many as can be written to', async () => {
    const { app, owner } = await openWriting({ people: [] })
    const names = ['zoe', 'yan', 'xia']
    for (const name of names)
      await app.post('/api/newsletter/signup', { email: `${name}@home.example`, source: 'voss_trials_arc' })
    await app.work()
    const asked = async () => {
      const choices = await (await owner.request('/api/owner/letters/choices')).json()
      return choices.asked.map(({ count }: { count: number }) => count)
    }
    expect(await asked()).toEqual([3])
    for (const name of names) {
      const { people } = await (await owner.request(`/api/owner/subscribers?q=${name}`)).json()
      await owner.post(`/api/owner/subscribers/${people[0].id}/stop`)
      const { count } = await (await owner.post('/api/owner/letters/audience', { list: 'arc' })).json()
      expect(await asked()).toEqual([count])
    }
    expect(await asked()).toEqual([0])
  })

  test('is narrowed by who has fetched a file, and by where they came from', async () => {
    const { app, owner, write, send, read, smtp } = await openWriting({
      people: ['ada', 'ben'],
      env: { DOUBLE_OPT_IN: 'off' },
    })
    await upload(await app.asOwner(), makeEpub())
    await app.post('/api/newsletter/signup', { email: 'cleo@home.example', source: 'footer' })
    await app.work()
    const letter = await write({ content: `[Get it](/get/file/${filename})`, audience: { source: 'group_import' } })
    await send(letter)
    await app.work()
    expect((await read(letter.id)).mailing).toMatchObject({ sent: 2 })
    const got = smtp.received.find(({ to }) => to[0] === 'ada@home.example')?.mail.text ?? ''
    await app.request(got.match(/\/get\/\S+/)?.[0].replace('/get/', '/download/') ?? '')
    const named = async (audience: object) =>
      (await (await owner.post('/api/owner/letters/audience', audience)).json()).names.sort()
    expect(await named({ fetched: filename })).toEqual(['Ada Reed'])
    expect(await named({ notFetched: filename })).toEqual(['Ben Reed', 'cleo@home.example'])
  })

  test('of an advance copy names the book where one was asked for, and a letter that was for all of them stays so', async () => {
    const { app, owner, write } = await openWriting({ people: [] })
    const any = 'Whoever asked for an advance copy'
    const room = async (place: string) => seenIn(await (await owner.request(`/admin/letters/${place}`)).text())
    expect(await room('new')).toContain(any)
    await app.post('/api/newsletter/signup', { email: 'zoe@home.example', source: 'voss_trials_arc' })
    await app.work()
    const { asked } = await (await owner.request('/api/owner/letters/choices')).json()
    expect(asked).toHaveLength(1)
    const seen = await room('new')
    expect([seen.includes(any), seen.includes(`Whoever asked for ${asked[0].words} (1)`)]).toEqual([false, true])
    const { id } = await write({ audience: { list: 'arc' } })
    expect(await room(id)).toContain(any)
  })

  test('says how long it is known who has fetched a file by a link she made', async () => {
    const { app, owner } = await openWriting({ people: [] })
    await upload(await app.asOwner(), makeEpub())
    const room = seenIn(await (await owner.request('/admin/letters/new')).text())
    expect(room).toContain('is known for 90 days after that link has ended')
  })
})
