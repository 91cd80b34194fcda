import { afterEach, beforeEach, expect, vi } from 'vitest'

// React and our own code complain here when something is wrong: a complaint is a failure.
beforeEach(() => {
  vi.spyOn(console, 'error').mockClear()
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
})
