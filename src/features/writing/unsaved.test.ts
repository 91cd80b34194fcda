import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterAll } from '#lib/in-turn.ts'
import { createKeeper } from './keeper.ts'
import { discardFound, findUnsaved, keepLocally, localKeyOf, type Unsaved } from './unsaved.ts'

const path = '/api/owner/drafts/post/new'
const at = (minute: number) => `2026-11-16T11:4${minute}:00.000Z`
const copy = (title: string, savedAt: string): Unsaved => ({ fields: { title }, baseVersion: 0, savedAt })

let onServer: Unsaved | null

beforeEach(() => {
  onServer = null
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
    if (method === 'DELETE') onServer = null
    return Response.json(onServer)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Its keys are its own, as in a browser. */
function storage() {
  const kept: Record<string, string> = {}
  const methods = {
    setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
    getItem: (key: string) => kept[key] ?? null,
    removeItem: (key: string) => Reflect.deleteProperty(kept, key),
  }
  return new Proxy(kept, { get: (_, name) => methods[name as keyof typeof methods] })
}

const keep = (writer: string, words: Unsaved) => keepLocally(localKeyOf(path, writer), words)

async function found() {
  const words = await findUnsaved(path)
  if (!words) throw new Error('nothing was found')
  return words
}

for (const [clock, savedAt] of [
  ['behind', at(0)],
  ['ahead', at(2)],
] as const) {
  test(`words a closing page left here and on the server are saved once, the browser’s clock ${clock}`, async () => {
    keep('closed', copy('The last word', savedAt))
    onServer = copy('The last word', at(1))
    const keeper = createKeeper({ path, baseVersion: 0, found: await found(), tell: () => {} })
    await keeper.forget()
    expect(await findUnsaved(path)).toBeNull()
  })

  test(`they are discarded once too, the browser’s clock ${clock}`, async () => {
    keep('closed', copy('The last word', savedAt))
    onServer = copy('The last word', at(1))
    await discardFound(path, await found())
    expect(await findUnsaved(path)).toBeNull()
  })
}

test('other words of another window are still offered, older or newer', async () => {
  keep('older', copy('Never shown', at(0)))
  onServer = copy('Shown', at(1))
  await discardFound(path, await found())
  expect((await found()).fields).toEqual({ title: 'Never shown' })

  onServer = copy('Shown again', at(2))
  const shown = await found()
  keep('newer', copy('Being written', at(3)))
  await createKeeper({ path, baseVersion: 0, found: shown, tell: () => {} }).forget()
  expect((await found()).fields).toEqual({ title: 'Being written' })
})

test('words that go on from others take their place, also while the server is away', async () => {
  keep('first', copy('Begun', at(0)))
  const keeper = createKeeper({ path, baseVersion: 0, found: await found(), tell: () => {} })
  keeper.change({ title: 'Begun, and gone on' })
  expect(keeper.isSafe()).toBe(true)
  keeper.close()
  await discardFound(path, await found())
  expect(await findUnsaved(path)).toBeNull()
})

test('words found when the form was open already are gone on from, and forgotten with it', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'PUT') asked.push(`PUT ${JSON.parse(String(body)).over}`)
    if (method === 'DELETE') asked.push(`DELETE ${address.split('over=')[1]}`)
    return Response.json(onServer)
  })
  keep('closed', copy('Begun', at(2)))
  onServer = copy('Older', at(1))
  const keeper = createKeeper({ path, baseVersion: 0, found: null, tell: () => {} })
  keeper.goOnFrom(await found())
  keeper.change({ title: 'Begun, and gone on' })
  await keeper.keep()
  await keeper.forget()
  expect(asked).toEqual([`PUT ${at(1)}`, `DELETE ${encodeURIComponent(at(1))}`])
  onServer = null
  expect(await findUnsaved(path)).toBeNull()
})

test('words about what has a place of its own by now are kept there, and no more where they began', async () => {
  const [began, own] = [path, '/api/owner/drafts/post/7']
  const kept: Record<string, string> = {}
  let fail: ((why: Error) => void) | undefined
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const [place = ''] = address.split('?')
    if (method === 'PUT') {
      const { title } = JSON.parse(String(body)).fields
      if (title === 'On its way')
        await new Promise((_, refuse) => {
          fail = refuse
        })
      kept[place] = title
    }
    if (method === 'DELETE') delete kept[place]
    return Response.json({ savedAt: at(1) })
  })
  const keeper = createKeeper({ path: began, baseVersion: 0, found: null, tell: () => {} })
  keeper.change({ title: 'On its way' })
  const first = keeper.keep()
  await expect.poll(() => fail).toBeDefined()
  const second = keeper.keep()
  keeper.moveTo(own)
  keeper.change({ title: 'Typed since' })
  fail?.(new TypeError('away'))
  await Promise.all([first, second])
  expect(Object.keys(localStorage)).toEqual([])
  keeper.close()
  await afterAll()
  expect(kept).toEqual({ [own]: 'Typed since' })
})
