import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { iconsOf } from '#app/share-cards.server.ts'
import { saveProfile } from '#features/profile/service.server.ts'
import { testAuthor } from '#tests/support/author.ts'
import { createTestApp } from '#tests/support/test-app.ts'

type Request = Awaited<ReturnType<typeof createTestApp>>['request']

async function linksOf(request: Request) {
  const html = await (await request('/')).text()
  const find = (pattern: RegExp) => html.match(pattern)?.[1] ?? ''
  return {
    svg: find(/<link rel="icon" href="(\/icons\/[^"]+\.svg)"/),
    apple: find(/<link rel="apple-touch-icon" href="([^"]+)"/),
    manifest: find(/<link rel="manifest" href="([^"]+)"/),
  }
}

async function bytesAt(request: Request, path: string) {
  return Buffer.from(await (await request(path)).arrayBuffer())
}

describe('the icons', () => {
  test('are her initial in her colour, at addresses that change with them', async () => {
    const { request, deps } = await createTestApp({ canDraw: true })
    expect(iconsOf(deps.site())).toEqual({ kind: 'icons', letter: 'I', night: '#e8a857', paper: '#8a4a06' })
    const { svg, apple } = await linksOf(request)
    const answer = await request(svg)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toMatch(/^<svg .*#e8a857.*<\/svg>$/s)
    const { format, width } = await sharp(await bytesAt(request, apple)).metadata()
    expect([format, width]).toEqual(['png', 180])
    await saveProfile(deps, { ...testAuthor, name: 'óscar Calder' }, 1)
    expect(iconsOf(deps.site())).toMatchObject({ letter: 'Ó' })
    const later = await linksOf(request)
    expect(later.svg).not.toBe(svg)
    // Whoever kept the old address asks again soon.
    expect((await request(svg)).headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('stand at the fixed address old browsers ask for, too', async () => {
    const { request } = await createTestApp({ canDraw: true })
    const answer = await request('/favicon.ico')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
    expect([...Buffer.from(await answer.arrayBuffer()).subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  })

  test('are those of the house while hers cannot be drawn', async () => {
    const { request } = await createTestApp()
    for (const ending of ['svg', '180.png', '192.png', '512.png']) {
      const answer = await request(`/icons/abc.${ending}`)
      expect([answer.status, answer.headers.get('cache-control')], ending).toEqual([200, 'public, max-age=60'])
      expect((await answer.arrayBuffer()).byteLength, ending).toBeGreaterThan(100)
    }
    expect((await request('/favicon.ico')).status).toBe(200)
  })

  test.each(['/icons/x.gif', '/icons/abc', '/icons/..%2Fsecret.svg', '/icons/abc.64.png'])(
    'are nothing at %s',
    async (path) => {
      expect((await (await createTestApp()).request(path)).status).toBe(404)
    },
  )
})

test('a home screen is told her name and her icons', async () => {
  const { request } = await createTestApp({ canDraw: true })
  const { manifest } = await linksOf(request)
  const answer = await request(manifest)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const told = await answer.json()
  expect(told).toMatchObject({ name: testAuthor.name, short_name: testAuthor.name, start_url: '/' })
  for (const { src, sizes } of told.icons) {
    const { width, height } = await sharp(await bytesAt(request, src)).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})
