import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { openDesk } from '#tests/support/content.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Version } from './contract.ts'

const hour = 3_600_000
const day = 24 * hour

const kinds = [
  ['post', 'blog'],
  ['story', 'short-stories'],
] as const

describe.each(kinds)('the versions of a %s', (kind, name) => {
  async function open() {
    const app = await createTestApp()
    const { owner, ...desk } = await openDesk(app)
    const [add, set] = kind === 'post' ? [desk.addPost, desk.setPost] : [desk.addStory, desk.setStory]
    const read = async (path: string) => (await (await app.asOwner()).request(path)).json()
    const versions = (id: string): Promise<Version[]> => read(`/api/owner/versions/${kind}/${id}`)
    const version = (id: string, number: number) => read(`/api/owner/versions/${kind}/${id}/${number}`)
    const today = (id: string) => read(`/api/owner/${name}/${id}`)
    return { app, owner, add, set, versions, version, today }
  }

  test('are all there, the newest first, each as it was', async () => {
    const { app, add, set, versions, version, today } = await open()
    const { id } = await add({ title: 'First', content: 'One *word*.', isPublished: false })
    const first = await today(id)
    app.passTime(1_000)
    await set(id, { title: 'Second', content: 'Three words *now*.', slug: 'elsewhere' })
    const second = await today(id)
    expect(await versions(id)).toEqual([
      { version: 2, savedAt: '2026-01-15T12:00:01.000Z', title: 'Second', words: 3 },
      { version: 1, savedAt: '2026-01-15T12:00:00.000Z', title: 'First', words: 2 },
    ])
    expect([await version(id, 1), await version(id, 2)]).toEqual([first, second])
    expect(first.body).toBeDefined()
  })

  test('begin with what was written before they were kept', async () => {
    const { app, add, set, versions, version, today } = await open()
    const { id } = await add({ title: 'Before', content: 'Old words.', format: 'plain' })
    await app.db.deleteFrom('versions').execute()
    const before = await today(id)
    expect(await versions(id)).toEqual([])
    app.passTime(hour)
    await set(id, { title: 'After', content: 'New words.' })
    expect((await versions(id)).map(({ version, title, savedAt }) => [version, title, savedAt])).toEqual([
      [2, 'After', '2026-01-15T13:00:00.000Z'],
      [1, 'Before', '2026-01-15T12:00:00.000Z'],
    ])
    expect(await version(id, 1)).toEqual(before)
  })

  test('do not count a save that was refused', async () => {
    const { owner, add, set, versions } = await open()
    const { id } = await add()
    await set(id, { title: 'Second' })
    const late = await owner.put(`/api/${name}/${id}`, { title: 'Late', content: 'x', version: 1 })
    expect(late.status).toBe(409)
    expect((await versions(id)).map(({ title }) => title)).not.toContain('Late')
  })

  test('have what came later from today', async () => {
    const { app, add, set, version } = await open()
    const { id } = await add({ content: 'x', format: 'plain' })
    await set(id, { title: 'Second', format: 'prose' })
    const first = app.db.selectFrom('versions').select('row').where('item_id', '=', id).where('version', '=', 1)
    const { format: _, ...older } = JSON.parse((await first.executeTakeFirstOrThrow()).row)
    await app.db
      .updateTable('versions')
      .set({ row: JSON.stringify(older) })
      .where('item_id', '=', id)
      .where('version', '=', 1)
      .execute()
    expect(await version(id, 1)).toMatchObject({ content: 'x', format: 'prose', version: 1 })
  })

  test('hold no drawing', async () => {
    const { app, add } = await open()
    await add()
    const { row } = await app.db.selectFrom('versions').select('row').executeTakeFirstOrThrow()
    expect(row).not.toContain('<svg')
  })

  test('are of something that is there', async () => {
    const { owner, add } = await open()
    const { id } = await add()
    const asked = async (path: string) => {
      const answer = await owner.request(`/api/owner/versions/${path}`)
      return [answer.status, (await answer.json()).message]
    }
    const noVersion = [404, 'That version does not exist, or not any more.']
    for (const number of ['2', '0', '-1', '1e3', '99999999999', 'x']) {
      expect(await asked(`${kind}/${id}/${number}`), number).toEqual(noVersion)
    }
    const noWork = [404, `That ${kind} does not exist, or not any more.`]
    expect(await asked(`${kind}/unknown`)).toEqual(noWork)
    expect(await asked(`poem/${id}`)).toEqual([404, 'Nothing of that kind is kept here.'])
    await owner.delete(`/api/${name}/${id}`)
    expect([await asked(`${kind}/${id}`), await asked(`${kind}/${id}/1`)]).toEqual([noWork, noWork])
  })

  test('go with it, and with nothing else', async () => {
    const { app, owner, add } = await open()
    const [gone, swept, other] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
    for (const { id } of [gone, swept]) await owner.delete(`/api/${name}/${id}`)
    await owner.delete(`/api/owner/bin/${kind}/${gone.id}`)
    const kept = app.db.selectFrom('versions').select('title').where('kind', '=', kind).orderBy('title')
    const left = async () => (await kept.execute()).map(({ title }) => title)
    expect(await left()).toEqual(['B', 'C'])
    app.passTime(31 * day)
    await keepHouse(app.deps)
    expect(await left()).toEqual(['C'])
    expect(other.title).toBe('C')
  })

  test('are thinned as they grow old', async () => {
    const { app, add, set, versions } = await open()
    const { id } = await add({ title: '1' })
    for (const title of ['2', '3', '4']) {
      app.passTime(10 * 60_000)
      await set(id, { title })
    }
    app.passTime(2 * hour)
    await set(id, { title: '5' })
    const left = async () => {
      await keepHouse(app.deps)
      return (await versions(id)).map(({ title }) => title)
    }
    expect(await left()).toEqual(['5', '4', '3', '2', '1'])
    app.passTime(2 * day)
    // The last of its hour, and the first of all.
    expect(await left()).toEqual(['5', '4', '1'])
    app.passTime(8 * day)
    expect(await left()).toEqual(['5', '1'])
    expect(await versions(id)).toHaveLength(2)
  })
})
