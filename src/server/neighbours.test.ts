import { expect, test } from 'vitest'
import { ownFolder } from '#tests/support/folder.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createNeighbours, scattered } from './neighbours.ts'

test('nodes that keep files in folders of their own find each other, until one has left or was not heard of', async () => {
  const { deps, logged, passTime } = await createTestApp()
  const [here, there] = [ownFolder(), ownFolder()]
  const one = createNeighbours(deps, here)
  const other = createNeighbours(deps, there)
  await one.look()
  expect(one.areThere()).toBe(false)
  await other.look()
  await one.look()
  expect([one.areThere(), other.areThere()]).toEqual([true, true])
  expect(logged.filter((line) => line.includes(scattered))).toHaveLength(2)

  await other.leave()
  await one.look()
  expect(one.areThere()).toBe(false)
  await other.look()
  passTime(2 * 3_600_000)
  await one.look()
  expect(one.areThere()).toBe(false)
})

test('two nodes on one folder are one place', async () => {
  const { deps } = await createTestApp()
  const folder = ownFolder()
  const one = createNeighbours(deps, folder)
  await createNeighbours(deps, folder).look()
  await one.look()
  expect(one.areThere()).toBe(false)
})

test('the owner is told at the desk, on Downloads as elsewhere', async () => {
  const { deps, asOwner } = await createTestApp()
  deps.hasNeighbours = () => true
  expect(await (await (await asOwner()).request('/admin/downloads')).text()).toContain(scattered)
})
