import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '#tests/support/folder.ts'
import { createDrawnPictures, type Picture, removeOldCards } from './drawn-pictures.ts'

function open(options: { mostHeld?: number; mostWaiting?: number } = {}) {
  const folder = join(ownFolder(), 'drawn')
  const drawn: string[] = []
  const drawing = (name: string, wait?: Promise<unknown>) => ({
    name,
    endings: ['png'],
    draw: async () => {
      await wait
      drawn.push(name)
      return { png: Buffer.from(name) }
    },
  })
  return { folder, drawn, drawing, get: getFrom({ folder, ...options }) }
}

function getFrom(options: Parameters<typeof createDrawnPictures>[0]) {
  const pictures = createDrawnPictures(options)
  return (picture: Picture) => pictures.get(picture, 'png')
}

test('a picture is drawn once for everybody who asks at the same moment, and for those who come later', async () => {
  const { get, drawing, drawn } = open()
  await Promise.all(Array.from({ length: 20 }, () => get(drawing('a'))))
  expect((await get(drawing('a'))).toString()).toBe('a')
  expect(drawn).toEqual(['a'])
})

test('what another process has drawn into the same folder is told of to whoever saw it missing', async () => {
  const { folder, drawing, drawn } = open()
  const told: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const [one, other] = [{}, { onDrawn: (name: string) => void told.push(name) }].map((more) =>
    createDrawnPictures({ folder, ...more }),
  )
  const first = other?.obtain(drawing('b', held))
  const second = other?.obtain(drawing('a'))
  await one?.obtain(drawing('a'))
  letGo()
  await Promise.all([first, second])
  expect([drawn, told.sort()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('two pictures are never drawn at the same time', async () => {
  const { get } = open()
  let atWork = 0
  let most = 0
  const draw = async () => {
    most = Math.max(most, ++atWork)
    await new Promise((resolve) => setTimeout(resolve, 5))
    atWork--
    return { png: Buffer.from('x') }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map((item) => get({ name: item, endings: ['png'], draw })))
  expect(most).toBe(1)
})

test('it survives a restart, and a file a power cut has emptied is drawn again', async () => {
  const { get, drawing, drawn, folder } = open()
  await get(drawing('a'))
  expect((await getFrom({ folder })(drawing('a'))).toString()).toBe('a')
  expect(drawn).toHaveLength(1)
  writeFileSync(join(folder, 'a.png'), '')
  expect((await getFrom({ folder })(drawing('a'))).toString()).toBe('a')
  expect(drawn).toHaveLength(2)
})

test('memory holds the latest few, the folder all', async () => {
  const { get, drawing, drawn, folder } = open({ mostHeld: 2 })
  for (const item of ['a', 'b', 'c']) await get(drawing(item))
  rmSync(folder, { recursive: true })
  await get(drawing('c'))
  expect(drawn).toHaveLength(3)
  await get(drawing('a'))
  expect(drawn).toHaveLength(4)
})

test('a drawing that fails is told to who waited, and the next one tries again', async () => {
  const { get, drawing } = open()
  const failing = { ...drawing('a'), draw: () => Promise.reject(new Error('no ink')) }
  await expect(get(failing)).rejects.toThrow('no ink')
  expect((await get(drawing('a'))).toString()).toBe('a')
})

test('when too many wait, the next is told to come back', async () => {
  const { get, drawing } = open({ mostWaiting: 2 })
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  // Each looks into the folder first: whoever is the third to come back from there finds no place.
  const asked = ['a', 'b', 'c'].map((name) => ({ name, picture: get(drawing(name, gate)) }))
  const refused = await Promise.race(
    asked.map(({ name, picture }) =>
      picture.then(
        () => 'nobody',
        () => name,
      ),
    ),
  )
  await expect(asked.find(({ name }) => name === refused)?.picture).rejects.toMatchObject({ code: 'busy' })
  go()
  await Promise.all(asked.filter(({ name }) => name !== refused).map(({ picture }) => picture))
  expect((await get(drawing(refused))).toString()).toBe(refused)
})

test('what strangers ask for takes half the places at most, and is drawn after what is hers', async () => {
  const { folder, drawing, drawn } = open()
  const { obtain } = createDrawnPictures({ folder, mostWaiting: 4 })
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const theirs = (name: string) => ({ ...drawing(name, gate), isForStrangers: true })
  const waiting = [obtain(theirs('one')), obtain(theirs('two'))]
  await expect(obtain(theirs('three'))).rejects.toMatchObject({ code: 'busy' })
  waiting.push(obtain(drawing('hers')), obtain(drawing('hers, too')))
  await expect(obtain(drawing('hers, too many'))).rejects.toMatchObject({ code: 'busy' })
  go()
  await Promise.all(waiting)
  expect(drawn).toEqual(['one', 'hers', 'hers, too', 'two'])
})

test('the folder of older versions goes, with what is in it, and nothing beside it', async () => {
  const dataDir = ownFolder()
  for (const folder of ['share', 'drawn']) {
    mkdirSync(join(dataDir, folder))
    writeFileSync(join(dataDir, folder, 'home-0123.png'), 'x')
  }
  await removeOldCards(dataDir)
  await removeOldCards(dataDir)
  expect(readdirSync(dataDir)).toEqual(['drawn'])
})

describe('a picture of several files', () => {
  function openSeveral(options: { mostKept?: number; mostHeld?: number } = {}) {
    const folder = join(ownFolder(), 'drawn')
    const drawn: string[] = []
    const told: string[] = []
    const endings = ['200.avif', '480.avif', '480.png']
    const picture = (name: string) => ({
      name,
      endings,
      draw: async () => {
        drawn.push(name)
        return Object.fromEntries(endings.map((ending) => [ending, Buffer.from(`${name} ${ending}`)]))
      },
    })
    const pictures = createDrawnPictures({ folder, onDrawn: (name) => told.push(name), ...options })
    return { folder, drawn, told, picture, pictures }
  }

  test('is drawn once for all of them, and said to be there when the last is put away', async () => {
    const { pictures, picture, drawn, told, folder } = openSeveral()
    expect(await pictures.isThere(picture('a'))).toBe(false)
    const files = await Promise.all(['200.avif', '480.png'].map((ending) => pictures.get(picture('a'), ending)))
    expect(files.map(String)).toEqual(['a 200.avif', 'a 480.png'])
    expect([drawn, told, await pictures.isThere(picture('a'))]).toEqual([['a'], ['a'], true])
    expect(readdirSync(folder).sort()).toEqual(['a.200.avif', 'a.480.avif', 'a.480.png'])
  })

  test('is drawn again when one of its files is lost', async () => {
    const { pictures, picture, drawn, folder } = openSeveral({ mostHeld: 0 })
    await pictures.obtain(picture('a'))
    rmSync(join(folder, 'a.480.avif'))
    expect((await pictures.get(picture('a'), '480.avif')).toString()).toBe('a 480.avif')
    expect(drawn).toEqual(['a', 'a'])
  })

  test('is not kept by halves', async () => {
    const { pictures, picture, told } = openSeveral()
    const half = { ...picture('a'), draw: async () => ({ '200.avif': Buffer.from('x'), '480.png': Buffer.from('') }) }
    await expect(pictures.obtain(half)).rejects.toThrow('no 480.avif')
    expect([told, await pictures.isThere(half)]).toEqual([[], false])
  })

  test('goes when there are too many, the one nobody has looked at longest first', async () => {
    const { pictures, picture, folder } = openSeveral({ mostKept: 2, mostHeld: 0 })
    for (const [index, name] of ['a', 'b'].entries()) {
      await pictures.obtain(picture(name))
      const day = new Date(Date.UTC(2026, 0, 1 + index))
      for (const file of readdirSync(folder)) if (file.startsWith(name)) utimesSync(join(folder, file), day, day)
    }
    await pictures.get(picture('a'), '480.png')
    await pictures.obtain(picture('c'))
    expect(new Set(readdirSync(folder).map((file) => file[0]))).toEqual(new Set(['a', 'c']))
  })

  test('makes room for none of another kind', async () => {
    const { pictures, picture, folder } = openSeveral({ mostKept: 1, mostHeld: 0 })
    for (const name of ['cover-a', 'card-a', 'card-b']) await pictures.obtain(picture(name))
    const kept = new Set(readdirSync(folder).map((file) => file.split('.')[0]))
    expect(kept).toEqual(new Set(['cover-a', 'card-b']))
  })

  test('stays while pages go on asking whether it is there, though nobody fetches it', async () => {
    const { pictures, picture, folder } = openSeveral({ mostKept: 2, mostHeld: 0 })
    for (const [index, name] of ['a', 'b'].entries()) {
      await pictures.obtain(picture(name))
      const day = new Date(Date.UTC(2026, 0, 1 + index))
      for (const file of readdirSync(folder)) if (file.startsWith(name)) utimesSync(join(folder, file), day, day)
    }
    await pictures.isThere(picture('a'))
    await pictures.obtain(picture('c'))
    expect(new Set(readdirSync(folder).map((file) => file[0]))).toEqual(new Set(['a', 'c']))
  })
})
