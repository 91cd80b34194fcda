/**
 * How many books stand in each row of a shelf, so that no row has a hole: threes, then fours. Five, two and one do not
 * come out in threes and fours; a row of two or one lies its books beside their words.
 */
export function shelfRows(count: number): number[] {
  if (count === 0) return []
  if (count < 3) return [count]
  if (count === 5) return [2, 3]
  const fours = count % 3
  return [...Array<number>((count - 4 * fours) / 3).fill(3), ...Array<number>(fours).fill(4)]
}
