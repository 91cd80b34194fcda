// What a bench has found: a line at once and, under bench/run.mjs, a row of the one table at the end.

/**
 * `figure` is words, or `measured` with its `unit`, and `said` where the number alone says too little. With a `reference`
 * (`against` says of what) the two are one ratio. `wanted` is `{ atLeast }` or `{ atMost }`: of the ratio where there is
 * one, since ratios travel between machines and milliseconds do not.
 */
export function row(what, figure, wanted) {
  const cells = typeof figure === 'string' ? { measured: figure } : cellsOf(figure, wanted)
  const { measured, reference, ratio, holds } = cells
  const parts = [measured, reference, ratio && `ratio ${ratio}`, holds && `${cells.wanted} wanted: ${holds}`]
  console.log(`${what}: ${parts.filter(Boolean).join('; ')}`)
  process.send?.({ what, ...cells })
}

function cellsOf({ measured, unit = '', said, reference, against }, wanted) {
  const amount = (number) => `${shown(number)} ${unit}`.trim()
  const cells = { measured: said ?? amount(measured) }
  if (reference !== undefined) {
    cells.reference = `${against} ${amount(reference)}`
    cells.ratio = (measured / reference).toFixed(2)
  }
  return wanted ? { ...cells, ...judged(reference === undefined ? measured : measured / reference, wanted) } : cells
}

function judged(number, { atLeast, atMost }) {
  // What is no number (nothing was counted) holds nothing.
  const doesHold = atLeast === undefined ? number <= atMost : number >= atLeast
  const words = atLeast === undefined ? `at most ${shown(atMost)}` : `at least ${shown(atLeast)}`
  return { wanted: words, holds: doesHold ? 'yes' : 'no' }
}

function shown(number) {
  if (Number.isInteger(number) || Math.abs(number) >= 100) return Math.round(number).toLocaleString('en')
  return String(Number(number.toPrecision(3)))
}
