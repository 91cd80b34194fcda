import { expect, test } from 'vitest'
import { shelfRows } from './shelf-rows.ts'

test('three books are a row, seven are a row of three and one of four', () => {
  expect(shelfRows(3)).toEqual([3])
  expect(shelfRows(7)).toEqual([3, 4])
})

test('every book has a place, and no row is longer than four', () => {
  for (let count = 0; count <= 60; count++) {
    const rows = shelfRows(count)
    expect(rows.reduce((sum, row) => sum + row, 0)).toBe(count)
    for (const row of rows) expect([1, 2, 3, 4]).toContain(row)
  }
})

test('from six books on, every row has three or four', () => {
  for (let count = 6; count <= 60; count++) for (const row of shelfRows(count)) expect([3, 4]).toContain(row)
})
