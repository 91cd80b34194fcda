import { describe, expect, test } from 'vitest'
import { keepHouse, promptChoresOf } from '#app/housekeeping.server.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { openWriting } from '#tests/support/written.ts'

describe('a file that a letter brings', () => {
  const bring = { content: `Here it is.\n\n[Get your copy](/get/file/${filename})` }

  async function openWithFile(env = {}) {
    const site = await openWriting({ env })
    await upload(await site.app.asOwner(), makeEpub())
    const remove = async () => {
      const answer = await site.owner.request(`/api/owner/files/${filename}`, { method: 'DELETE' })
      return [answer.status, (await answer.json()).message]
    }
    return { ...site, remove }
  }
  const removed = [200, 'The file is removed.']

  test('is not removed while that is on its way; every reader finds it, and then it may go', async () => {
    const { app, owner, write, send, remove, smtp } = await openWithFile()
    const letter = await write({ ...bring, subject: 'Dear {first name|friend}' })
    const { mailing } = await (await send(letter, { perDay: 10, holdSeconds: 10 })).json()
    const words = '“Dear friend” brings this file, and is on its way. Wait until that is done, or stop it first.'
    expect(await remove()).toEqual([409, words])
    await owner.post(`/api/owner/campaigns/${mailing.id}/pause`)
    expect(await remove()).toEqual([409, words])
    await owner.post(`/api/owner/campaigns/${mailing.id}/resume`)
    await app.work()
    for (const { mail } of smtp.received)
      expect((await app.request(mail.text?.match(/\/get\/\S+/)?.[0] ?? '')).status).toBe(200)
    expect([smtp.received.length, await remove()]).toEqual([3, removed])
  })

  test('is not removed while that waits for its moment, until it is taken back', async () => {
    const { app, owner, write, send, remove } = await openWithFile()
    const letter = await write(bring)
    await send(letter, { at: new Date(app.deps.now().getTime() + 3_600_000).toISOString() })
    expect(await remove()).toEqual([
      409,
      '“News from the quay” brings this file, and waits for its moment. Take it back first, or take the file out of it.',
    ])
    await owner.post(`/api/owner/letters/${letter.id}/unschedule`)
    expect(await remove()).toEqual(removed)
  })

  test('is not removed while that goes by itself, until it is taken out of it', async () => {
    const { owner, write, read, remove } = await openWithFile()
    const { id } = await write(bring)
    await owner.put(`/api/owner/letters/${id}/welcome`, { days: 3 })
    expect(await remove()).toEqual([
      409,
      '“News from the quay” brings this file, and goes by itself to whoever joins. Turn that off first, or take the file out of it.',
    ])
    const { version } = await read(id)
    await owner.put(`/api/owner/letters/${id}`, { subject: 'News', content: 'Without it.', version })
    expect(await remove()).toEqual(removed)
  })

  test('is the one the letter speaks of by the time it arrives, also for whom it was tried again', async () => {
    const { app, owner, write, read, smtp } = await openWithFile({ DOUBLE_OPT_IN: 'off' })
    await upload(await app.asOwner(), makeEpub(), 'the-ebb.epub')
    const { id } = await write(bring)
    await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })
    await app.post('/api/newsletter/signup', { email: 'dora@home.example', source: 'footer' })
    await app.work()
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
    app.passTime(3_600_000)
    await keepHouse(app.deps, promptChoresOf(app.deps))
    await app.work()
    const { version, mailing } = await read(id)
    expect(mailing).toMatchObject({ failed: 1 })
    const content = '[Get your copy](/get/file/the-ebb.epub)'
    await owner.put(`/api/owner/letters/${id}`, { subject: 'News', content, version })
    smtp.refuse = () => undefined
    await owner.post(`/api/owner/campaigns/${mailing?.id}/retry`)
    await app.work()
    const [path = ''] = smtp.received.at(-1)?.mail.text?.match(/\/get\/\S+/) ?? []
    const fetched = await app.request(path.replace('/get/', '/download/'))
    expect(fetched.headers.get('content-disposition')).toContain('the-ebb.epub')
  })

  test('is not shown on the site, however the link to it is written; the words around it are', async () => {
    const { app, write, send } = await openWithFile()
    const ways = [
      `[Get your copy](/get/file/${filename})`,
      `[Get your\ncopy](/get/file/${filename})`,
      `The ebb, and [Get your copy](/get/file/${filename} "here")`,
      `> - [Get your copy](</get/file/${filename}>)`,
      `- The ebb\n- [Get your copy](/get/file/${filename})`,
    ]
    for (const [number, way] of ways.entries()) {
      const letter = await write({
        subject: `Letter ${number}`,
        content: `The tide.\n\n${way}\n\nYours.`,
        isOnWeb: true,
      })
      expect((await send(letter)).status).toBe(200)
      await app.work()
      const paths = [
        `/letters/${letter.slug}`,
        '/letters',
        '/letters.xml',
        '/api/letters',
        `/api/letters/${letter.slug}`,
      ]
      const pages = await Promise.all(paths.map(async (path) => (await app.request(path)).text()))
      const shows = (words: string) => pages.some((page) => page.includes(words))
      expect(['The tide.', 'Yours.', 'Get your', filename, '/get/'].map(shows), way).toEqual([
        true,
        true,
        false,
        false,
        false,
      ])
    }
  })

  test('and that was removed keeps a draft from going, which says so', async () => {
    const { app, write, send, remove, addressees } = await openWithFile()
    const letter = await write(bring)
    expect(await remove()).toEqual(removed)
    const answer = await send(letter)
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      `The file it brings, ${filename}, is not here any more. Upload it again under Files, or take it out of the letter.`,
    ])
    await app.work()
    expect(addressees()).toEqual([])
  })
})

test('a file goes along with a link for each reader, and is counted when it is fetched', async () => {
  const { app, owner, write, send, read, smtp } = await openWriting({ people: ['ada', 'ben'] })
  await upload(await app.asOwner(), makeEpub())
  await send(await write({ content: `Here it is.\n\n[Get your copy](/get/file/${filename})` }))
  await app.work()
  const links = smtp.received.map(({ mail }) => mail.text?.match(/\/get\/\S+/)?.[0] ?? '')
  expect(new Set(links).size).toBe(2)
  for (const link of links) expect((await app.request(link)).status).toBe(200)
  const [letter] = await (await owner.request('/api/owner/letters')).json()
  expect(await read(letter.id)).toMatchObject({ mailing: { fetched: 0 } })
  const token = links[0]?.slice('/get/'.length)
  expect((await app.request(`/download/${token}`)).status).toBe(200)
  expect(await read(letter.id)).toMatchObject({ mailing: { fetched: 1 } })
})
