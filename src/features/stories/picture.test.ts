import { describe, expect, test } from 'vitest'
import { openStories } from '#tests/support/stories.ts'
import type { Story } from './contract.ts'

describe('the picture of a story', () => {
  const artOf = ({ id }: Story, genre = 'supernatural-suspense') => `/story-art/${id}-${genre}.svg`

  test('stands at an address of its own, kept for ever, and may do nothing', async () => {
    const { app, create } = await openStories({ canDraw: true })
    const story = await create()
    const response = await app.request(artOf(story), { headers: { 'accept-encoding': 'br' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const plain = await app.request(artOf(story))
    expect(await plain.text()).toMatch(/^<svg .*<\/svg>$/s)
  })

  test('another genre is another picture at another address', async () => {
    const { app, create, change } = await openStories()
    const story = await create()
    await change(story.id, { genre: 'Spiritual Fiction' })
    expect((await app.request(artOf(story, 'spiritual-fiction'))).status).toBe(200)
    expect((await app.request(artOf(story))).status).toBe(404)
  })

  test.each([
    '/story-art/x.svg',
    '/story-art/..%2fsecret',
    '/story-art/00000000-0000-7000-8000-000000000000-mystery-thriller.svg',
    `/story-art/${'a'.repeat(36)}-.svg`,
  ])('%s is not found', async (path) => {
    const { app } = await openStories()
    expect((await app.request(path)).status).toBe(404)
  })
})
