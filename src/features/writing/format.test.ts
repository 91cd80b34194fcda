import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Block } from './contract.ts'

async function open() {
  const app = await createTestApp()
  const desk = await openDesk(app)
  const read = async (path: string) => (await desk.owner.request(path)).json()
  return { app, ...desk, read }
}

const kinds = [
  ['post', '/blog'],
  ['story', '/short-stories'],
] as const

describe.each(kinds)('the format of a %s', (kind, path) => {
  async function openOne() {
    const desk = await open()
    const [add, set] = kind === 'post' ? [desk.addPost, desk.setPost] : [desk.addStory, desk.setStory]
    return { ...desk, add, set }
  }

  test('is prose for something new, and what it was for something older, unless it is named', async () => {
    const { add, set } = await openOne()
    expect(await add({ title: 'New' })).toMatchObject({ format: 'prose' })
    const { id, format } = await add({ title: 'Plain', format: 'plain' })
    expect(format).toBe('plain')
    expect(await set(id, { title: 'Plain', content: 'Other words.' })).toMatchObject({ format: 'plain' })
    expect(await set(id, { title: 'Plain', format: 'prose' })).toMatchObject({ format: 'prose' })
    expect(await set(id, { title: 'Plain' })).toMatchObject({ format: 'prose' })
  })

  test('is one of two, and whatever else is sent is refused in words', async () => {
    const { owner } = await openOne()
    const refused = await owner.post(`/api${path}`, { title: 'x', content: 'x', format: 'html' })
    expect([refused.status, (await refused.json()).message]).toEqual([400, 'Format must be one of: plain, prose'])
  })

  test('says how the words are read: a single one comes with its body, a list without', async () => {
    const { add, read } = await openOne()
    const content = 'It was *late*.\n\n***\n\nThen: 2 * 3.'
    const prose = await add({ title: 'Prose', content })
    const plain = await add({ title: 'Plain', content, format: 'plain' })
    const late = { type: 'em', children: ['late'] }
    const words = (...children: unknown[]) => ({ type: 'p', children })
    const marked = [words('It was ', late, '.'), { type: 'break' }, words('Then: 2 * 3.')]
    const unmarked = [words('It was *late*.'), { type: 'break', mark: '***' }, words('Then: 2 * 3.')]
    for (const [item, body] of [
      [prose, marked],
      [plain, unmarked],
    ] as const) {
      expect(await read(`/api${path}/${item.slug}`)).toMatchObject({ content, body })
      expect(await read(`/api/owner${path}/${item.id}`)).toMatchObject({ content, body })
    }
    for (const list of [`/api${path}`, `/api/owner${path}`]) {
      for (const item of await read(list)) expect(item).not.toHaveProperty('body')
    }
  })

  test('gives a picture its size, also within a quotation or a list', async () => {
    const { owner, add, read } = await openOne()
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    const { url } = await (
      await owner.request('/api/owner/images', { method: 'POST', body: picture as BodyInit })
    ).json()
    const content = `![A door](${url} "Ajar")\n\n> ![A door](${url})\n\n- ![A door](${url})\n\n![Gone](/images/gone)`
    const { slug } = await add({ content })
    const { body }: { body: Block[] } = await read(`/api${path}/${slug}`)
    const figure = { type: 'figure', src: url, alt: 'A door', caption: '', width: 40, height: 30 }
    expect(body).toEqual([
      { ...figure, caption: 'Ajar' },
      { type: 'quote', children: [figure] },
      { type: 'list', start: null, items: [[figure]] },
      { type: 'figure', src: '/images/gone', alt: 'Gone', caption: '' },
    ])
    // What was read is kept for the next who asks, without what was added to it.
    expect(await read(`/api${path}/${slug}`)).toMatchObject({ body })
  })
})

test('words and minutes count what a reader sees', async () => {
  const { addPost, addStory } = await open()
  const target = `https://far.example/${'a'.repeat(900)}/${'b '.repeat(10).trim().replaceAll(' ', '/')}`
  const content = `One [two](${target}) *three* **four**.\n\n***\n\n${'x'.repeat(970)}`
  expect(await addPost({ content })).toMatchObject({ readingMinutes: 1 })
  expect(await addPost({ title: 'As written', content, format: 'plain' })).toMatchObject({ readingMinutes: 2 })
  const heading = '# Five *six*\n\n> seven - eight'
  expect(await addStory({ content: `${content}\n\n${heading}` })).toMatchObject({ wordCount: 9 })
})
