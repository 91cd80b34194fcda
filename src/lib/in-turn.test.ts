import { expect, test } from 'vitest'
import { afterAll, afterTurn, inTurn } from './in-turn.ts'

/** Something on its way, ended from outside. */
function sending() {
  let end = (_how: 'arrived' | 'lost') => {}
  const done = new Promise<void>((resolve, reject) => {
    end = (how) => (how === 'arrived' ? resolve() : reject(new Error(how)))
  })
  return { done, end }
}

test('the second waits for the first, and goes also where that is lost; another path waits for neither', async () => {
  const seen: string[] = []
  const first = sending()
  const lost = inTurn('/a', async () => {
    seen.push('first')
    await first.done
  })
  const second = inTurn('/a', async () => void seen.push('second'))
  await inTurn('/b', async () => void seen.push('elsewhere'))
  expect(seen).toEqual(['first', 'elsewhere'])
  first.end('lost')
  await expect(lost).rejects.toThrow('lost')
  await second
  expect(seen).toEqual(['first', 'elsewhere', 'second'])
})

test('whoever waits for what is on its way goes on when that is lost, too', async () => {
  const one = sending()
  const lost = inTurn('/c', () => one.done)
  const waits = [afterTurn('/c'), afterAll()]
  one.end('lost')
  await expect(lost).rejects.toThrow('lost')
  await expect(Promise.all(waits)).resolves.toBeDefined()
})
