import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { runs } from './long-run.ts'

fc.configureGlobal({ numRuns: runs.pure })

// React and our own code complain here when something is wrong: a complaint is a failure.
beforeEach(() => {
  vi.spyOn(console, 'error').mockClear()
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
})
