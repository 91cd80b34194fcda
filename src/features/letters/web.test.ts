import { describe, expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { openWriting } from '#tests/support/written.ts'

describe('on the web', () => {
  test('what she shows of hers stands out there as it did in the letter, as long as it is there', async () => {
    const { app, owner, write, send } = await openWriting({ people: ['ada'] })
    const tide = { title: 'The Tide', slug: 'the-tide', excerpt: 'It came in.', content: 'In.', tags: [] }
    const { id } = await (await owner.post('/api/blog', { ...tide, isPublished: true })).json()
    const content = 'Read this:\n\n[Read the post](/blog/the-tide)\n\n[See the boats](https://boats.example/)'
    const letter = await write({ isOnWeb: true, content })
    await send(letter)
    await app.work()
    const page = async () => (await app.request(`/letters/${letter.slug}`)).text()
    expect(seenIn(await page())).toMatch(/Read this:\s*The Tide\s*It came in\.\s*Read the post\s*See the boats/)
    expect(await page()).toMatch(/<img [^>]*src="\/share\/post\//)
    await owner.request(`/api/blog/${id}`, { method: 'DELETE' })
    await app.lookForNews()
    expect(seenIn(await page())).toMatch(/Read this:\s*Read the post/)
  })

  test('a letter stands at its address once it was sent and she wants it there, without names', async () => {
    const { app, owner, write, send, smtp } = await openWriting({ people: ['ada'] })
    const letter = await write({ isOnWeb: true, content: 'Hello {first name|friend}.\n\nThe tide.' })
    expect((await app.request(`/letters/${letter.slug}`)).status).toBe(404)
    expect((await app.request('/letters')).status).toBe(404)
    const home = async () => (await app.request('/')).text()
    expect(await home()).not.toContain('href="/letters"')
    await app.lookForNews()
    await send(letter)
    await app.work()
    await app.lookForNews()
    expect(await home()).toContain('href="/letters"')
    expect(smtp.received[0]?.mail.text).toContain(`/letters/${letter.slug}`)
    const page = await (await app.request(`/letters/${letter.slug}`)).text()
    expect(page).toContain('Hello friend.')
    expect(page).toMatch(/<a [^>]*href="\/letters"[^>]*>All letters</)
    for (const path of ['/letters', '/letters.xml']) {
      expect(await (await app.request(path)).text(), path).toContain('News from the quay')
    }
    const sitemap = await (await app.request('/sitemap.xml')).text()
    expect([sitemap.includes('/letters<'), sitemap.includes(`/letters/${letter.slug}<`)]).toEqual([true, true])
    expect(JSON.stringify(await (await app.request('/api/letters')).json())).not.toContain('audience')
    await owner.put(`/api/owner/letters/${letter.id}/web`, { isOnWeb: false })
    expect((await app.request(`/letters/${letter.slug}`)).status).toBe(404)
    expect(await home()).not.toContain('href="/letters"')
  })

  test('its room says what was sent, what was followed and where it stands once something has left', async () => {
    const { app, owner, write, send } = await openWriting({ people: ['ada'] })
    const letter = await write({ isOnWeb: true, content: '[The boats](https://boats.example/)' })
    const room = async () => seenIn(await (await owner.request(`/admin/letters/${letter.id}`)).text())
    await send(letter, { holdSeconds: 10 })
    const held = await room()
    expect(held).toContain('As it will be sent')
    for (const words of ['As it was sent', 'How often each link was followed', 'See it there']) {
      expect(held, words).not.toContain(words)
    }
    app.passTime(10_000)
    await app.work()
    const sent = await room()
    for (const words of ['As it was sent', 'How often each link was followed', 'See it there']) {
      expect(sent, words).toContain(words)
    }
  })
})
