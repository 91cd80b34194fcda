// What the timing benches share.

export function shuffled(list) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[list[last], list[other]] = [list[other], list[last]]
  }
  return list
}

export function percentile(list, share) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]
}

export const median = (list) => percentile(list, 0.5)

/** Each several times, in turns, so that whatever else the machine does falls on all alike: what each of them gave. */
export async function inTurns(acts, rounds = 5) {
  const given = acts.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, act] of acts.entries()) given[place].push(await act())
  }
  return given
}

/** Two-sided, by the normal approximation, which is exact enough for hundreds of samples without ties. */
export function mannWhitney(a, b) {
  const ranked = [...a.map((value) => [value, 0]), ...b.map((value) => [value, 1])].sort(([x], [y]) => x - y)
  const rankSum = ranked.reduce((sum, [, group], index) => (group === 0 ? sum + index + 1 : sum), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(u - mean) / deviation))
}

/** The share of a normal distribution below z, z > 0 (Abramowitz and Stegun 26.2.17, to seven digits). */
function normal(z) {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((sum, k) => (sum + k) * t, 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
