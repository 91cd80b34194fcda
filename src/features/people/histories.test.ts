import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kinds, names, openWorld, statuses } from '#tests/support/histories.ts'
import { isLongRun, runs } from '#tests/support/long-run.ts'

const name = fc.constantFrom(...names)
const spelling = fc.nat({ max: 3 })
const way = fc.nat({ max: 11 })
const status = fc.constantFrom(...statuses, ...(['Active', 'Active', 'Active', 'Active'] as const))
const row = fc.record({ name, spelling, status })
const rows = fc.array(row, { minLength: 1, maxLength: 4 })
/** What brings people in and what writes to them happens more often than the rest: otherwise there is little to see. */
const often = ['signsUp', 'confirms', 'importsList', 'isBroughtIn', 'sendsToAll', 'sendsToAll', 'sendsToAll'] as const
const happening = fc.record({ kind: fc.constantFrom(...kinds, ...often), name, spelling, way, rows })
const welcome = fc.record({ name, spelling, status: fc.constant('Active' as const) })
const beginning = fc.record({
  kind: fc.constant('importsList' as const),
  name,
  spelling,
  way,
  rows: fc.array(welcome, { minLength: 3, maxLength: 9 }),
})
const history = fc
  .tuple(beginning, fc.array(happening, { minLength: 8, maxLength: 24, size: 'max' }))
  .map(([first, others]) => [first, ...others])

test('nobody who left, bounced, complained, was erased or never confirmed is written to, and everybody else is, whatever happened before', async () => {
  let letters = 0
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const { happen, settle } = await openWorld()
      for (const event of events) letters += await happen(event)
      letters += await settle()
    }),
    // To look for the shortest takes a hundred more of them: the long run does, and the seed is told here.
    { numRuns: runs.history, endOnFailure: !isLongRun },
  )
  // A world in which nothing is ever sent would show nothing.
  expect(letters).toBeGreaterThan(2 * runs.history)
})
