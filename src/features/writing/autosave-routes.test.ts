import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000
const newPost = '/api/owner/drafts/post/new'
const words = {
  fields: { title: 'Half a ti', content: '  It was\n\nnot ', isPublished: false },
  baseVersion: 0,
  writer: 'a',
}

async function open() {
  const app = await createTestApp()
  const owner = await app.asOwner()
  const copyAt = async (path: string) => (await owner.request(path)).json()
  return { app, owner, copyAt }
}

test('unsaved words are kept to the letter, and say when', async () => {
  const { app, owner, copyAt } = await open()
  expect(await copyAt(newPost)).toBeNull()
  const kept = await owner.put(newPost, words)
  expect([kept.status, await kept.json()]).toEqual([200, { savedAt: '2026-01-15T12:00:00.000Z' }])
  const { fields, baseVersion } = words
  expect(await copyAt(newPost)).toEqual({ fields, baseVersion, savedAt: '2026-01-15T12:00:00.000Z' })

  app.passTime(5_000)
  await owner.put(newPost, { ...words, fields: { title: 'Half a title' } })
  expect(await copyAt(newPost)).toEqual({
    fields: { title: 'Half a title' },
    baseVersion,
    savedAt: '2026-01-15T12:00:05.000Z',
  })
})

test('what a database could not keep is kept all the same, for it may be half of what she is typing', async () => {
  const { owner, copyAt } = await open()
  const fields = { content: 'NUL \0, half a pair \ud83d, </script>, \u2028' }
  await owner.put(newPost, { ...words, fields })
  expect((await copyAt(newPost)).fields).toEqual(fields)
})

test('each post and each story has its own', async () => {
  const { owner, copyAt } = await open()
  await owner.put(newPost, words)
  await owner.put('/api/owner/drafts/story/new', { ...words, fields: { title: 'A story' } })
  await owner.put('/api/owner/drafts/post/0190-ab', { ...words, fields: { title: 'Another post' } })
  expect((await copyAt(newPost)).fields.title).toBe('Half a ti')
  expect((await copyAt('/api/owner/drafts/story/new')).fields.title).toBe('A story')
  expect((await copyAt('/api/owner/drafts/post/0190-ab')).fields.title).toBe('Another post')
})

test('a second window does not write over the first, unless its author has seen those words', async () => {
  const { app, owner, copyAt } = await open()
  const { savedAt } = await (await owner.put(newPost, words)).json()
  app.passTime(1_000)
  const other = { ...words, fields: { title: 'From the other window' }, writer: 'b' }
  const refused = await owner.put(newPost, other)
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'conflict'])
  expect((await owner.put(newPost, { ...other, over: '2026-01-15T11:00:00.000Z' })).status).toBe(409)
  expect((await copyAt(newPost)).fields.title).toBe('Half a ti')

  expect((await owner.put(newPost, { ...other, over: savedAt })).status).toBe(200)
  expect((await copyAt(newPost)).fields.title).toBe('From the other window')
  expect((await owner.put(newPost, words)).status).toBe(409)
})

test('of twenty windows that begin at the same instant one is kept', async () => {
  const { owner, copyAt } = await open()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, window) =>
      owner.put(newPost, { ...words, fields: { title: `window ${window}` }, writer: `w${window}` }),
    ),
  )
  const kept = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await copyAt(newPost)).fields.title).toBe(`window ${kept}`)
})

test('what was saved or discarded is gone; a window takes only its own words along', async () => {
  const { owner, copyAt } = await open()
  await owner.put(newPost, words)
  await owner.delete(`${newPost}?writer=b`)
  expect(await copyAt(newPost)).not.toBeNull()
  await owner.delete(`${newPost}?writer=a`)
  expect(await copyAt(newPost)).toBeNull()
  const { savedAt } = await (await owner.put(newPost, words)).json()
  await owner.delete(`${newPost}?writer=b&over=${savedAt}`)
  expect(await copyAt(newPost)).toBeNull()
  await owner.put(newPost, words)
  expect((await owner.delete(newPost)).status).toBe(200)
  expect((await owner.delete(newPost)).status).toBe(200)
  expect(await copyAt(newPost)).toBeNull()
})

test('half a million characters fit, four megabytes and more do not', async () => {
  const { owner, copyAt } = await open()
  const long = 'œ\n'.repeat(250_000)
  expect((await owner.put(newPost, { ...words, fields: { content: long } })).status).toBe(200)
  expect((await copyAt(newPost)).fields.content).toBe(long)
  const refused = await owner.put(newPost, { ...words, fields: { content: 'x'.repeat(4 * 1024 * 1024) } })
  expect(refused.status).toBe(413)
  expect((await copyAt(newPost)).fields.content).toBe(long)
})

test('what no editor would send is refused', async () => {
  const { owner } = await open()
  const many = Object.fromEntries(Array.from({ length: 81 }, (_, index) => [`field${index}`, '']))
  const strange: unknown[] = [
    null,
    {},
    { ...words, fields: 'text' },
    { ...words, fields: { title: { nested: true } } },
    { ...words, fields: many },
    { ...words, baseVersion: 'one' },
    { ...words, writer: '' },
    { ...words, writer: '<script>' },
    { ...words, over: '\0' },
  ]
  for (const body of strange) expect((await owner.put(newPost, body)).status, JSON.stringify(body)).toBe(400)
  expect((await owner.delete(`${newPost}?writer=a%00`)).status).toBe(400)
  for (const path of [
    '/api/owner/drafts/poem/new',
    '/api/owner/drafts/post/a%20b',
    `/api/owner/drafts/post/${'x'.repeat(65)}`,
  ]) {
    expect((await owner.put(path, words)).status, path).toBe(404)
  }
})

test('nobody else reads, writes or discards them', async () => {
  const { app, owner, copyAt } = await open()
  await owner.put(newPost, { ...words, fields: { title: 'canary' } })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await app.request(newPost, {
      method,
      headers: { origin: app.env.siteUrl },
      ...(method === 'PUT' ? { body: JSON.stringify(words) } : {}),
    })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('canary')
  }
  expect((await copyAt(newPost)).fields.title).toBe('canary')
})

test('unsaved words go with the post they belong to, and with nothing else', async () => {
  const { app, owner } = await open()
  const post = await (await owner.post('/api/blog', { title: 'Going', content: 'x' })).json()
  const other = await (await owner.post('/api/blog', { title: 'Staying', content: 'x' })).json()
  for (const id of [post.id, other.id, 'new']) await owner.put(`/api/owner/drafts/post/${id}`, words)
  await owner.delete(`/api/blog/${post.id}`)
  const left = async () => {
    await keepHouse(app.deps)
    return (await app.db.selectFrom('working_copies').select('item_id').execute()).map(({ item_id }) => item_id).sort()
  }
  app.passTime(29 * day)
  expect(await left()).toEqual([post.id, other.id, 'new'].sort())
  app.passTime(2 * day)
  expect(await left()).toEqual([other.id, 'new'].sort())
})

test('words that an open editor kept once more, after their post was gone for good, go a day later', async () => {
  const { app, owner } = await open()
  const post = await (await owner.post('/api/blog', { title: 'Gone', content: 'x' })).json()
  await owner.delete(`/api/blog/${post.id}`)
  await owner.delete(`/api/owner/bin/post/${post.id}`)
  for (const id of [post.id, 'new']) await owner.put(`/api/owner/drafts/post/${id}`, words)
  const left = async () => {
    await keepHouse(app.deps)
    return (await app.db.selectFrom('working_copies').select('item_id').execute()).map(({ item_id }) => item_id)
  }
  expect(await left()).toHaveLength(2)
  app.passTime(day + 1)
  expect(await left()).toEqual(['new'])
})
