import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '#tests/support/folder.ts'
import { createDrawnOnce } from './drawn-once.ts'

function open(options: { mostHeld?: number; mostWaiting?: number } = {}) {
  const folder = join(ownFolder(), 'share')
  const drawn: string[] = []
  const drawing = (item: string, edition = '1', wait?: Promise<unknown>) => ({
    item,
    edition,
    draw: async () => {
      await wait
      drawn.push(`${item} ${edition}`)
      return Buffer.from(`${item} ${edition}`)
    },
  })
  return { folder, drawn, drawing, drawnOnce: createDrawnOnce({ folder, ...options }) }
}

test('a picture is drawn once for everybody who asks at the same moment, and for those who come later', async () => {
  const { drawnOnce, drawing, drawn } = open()
  await Promise.all(Array.from({ length: 20 }, () => drawnOnce(drawing('a'))))
  expect((await drawnOnce(drawing('a'))).toString()).toBe('a 1')
  expect(drawn).toEqual(['a 1'])
})

test('two pictures are never drawn at the same time', async () => {
  const { drawnOnce } = open()
  let atWork = 0
  let most = 0
  const draw = async () => {
    most = Math.max(most, ++atWork)
    await new Promise((resolve) => setTimeout(resolve, 5))
    atWork--
    return Buffer.from('x')
  }
  await Promise.all(['a', 'b', 'c', 'd'].map((item) => drawnOnce({ item, edition: '1', draw })))
  expect(most).toBe(1)
})

test('it survives a restart, and a file a power cut has emptied is drawn again', async () => {
  const { drawnOnce, drawing, drawn, folder } = open()
  await drawnOnce(drawing('a'))
  expect((await createDrawnOnce({ folder })(drawing('a'))).toString()).toBe('a 1')
  expect(drawn).toHaveLength(1)
  writeFileSync(join(folder, 'a-1.png'), '')
  expect((await createDrawnOnce({ folder })(drawing('a'))).toString()).toBe('a 1')
  expect(drawn).toHaveLength(2)
})

test('a new edition replaces the old one on disk and touches no other item', async () => {
  const { drawnOnce, drawing, folder } = open()
  await drawnOnce(drawing('post-a'))
  await drawnOnce(drawing('post-b'))
  await drawnOnce(drawing('post-a', '2'))
  expect(readdirSync(folder).sort()).toEqual(['post-a-2.png', 'post-b-1.png'])
})

test('memory holds the latest few, the folder all', async () => {
  const { drawnOnce, drawing, drawn, folder } = open({ mostHeld: 2 })
  for (const item of ['a', 'b', 'c']) await drawnOnce(drawing(item))
  rmSync(folder, { recursive: true })
  await drawnOnce(drawing('c'))
  expect(drawn).toHaveLength(3)
  await drawnOnce(drawing('a'))
  expect(drawn).toHaveLength(4)
})

test('a drawing that fails is told to who waited, and the next one tries again', async () => {
  const { drawnOnce, drawing } = open()
  const failing = { item: 'a', edition: '1', draw: () => Promise.reject(new Error('no ink')) }
  await expect(drawnOnce(failing)).rejects.toThrow('no ink')
  expect((await drawnOnce(drawing('a'))).toString()).toBe('a 1')
})

test('when too many wait, the next is told to come back', async () => {
  const { drawnOnce, drawing } = open({ mostWaiting: 2 })
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const waiting = ['a', 'b'].map((item) => drawnOnce(drawing(item, '1', gate)))
  await expect(drawnOnce(drawing('c'))).rejects.toMatchObject({ code: 'busy' })
  go()
  await Promise.all(waiting)
  expect((await drawnOnce(drawing('c'))).toString()).toBe('c 1')
})
