import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, onToasts, readToasts, toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('only the newest notice is open', () => {
  toast({ title: 'first' })
  toast({ title: 'second' })
  expect(readToasts().map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ['second', true],
    ['first', false],
  ])
})

test('a dismissed notice is kept in memory for 1,000,000 ms and then forgotten', () => {
  const id = toast({ title: 'kept' })
  dismissToast(id)
  vi.advanceTimersByTime(999_999)
  expect(readToasts().map(({ title }) => title)).toEqual(['kept'])
  vi.advanceTimersByTime(1)
  expect(readToasts()).toEqual([])
})

test('dismissing twice does not forget it sooner or tell anybody twice', () => {
  const id = toast({ title: 'once' })
  let told = 0
  const stop = onToasts(() => told++)
  dismissToast(id)
  dismissToast(id)
  expect(told).toBe(1)
  stop()
})
