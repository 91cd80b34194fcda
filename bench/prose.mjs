// What reading prose costs. Ordinary prose of 50, 100 and 200 kB, and texts made to be hard, each as a
// ratio to copying the same text; and whether twice the text takes twice the time. In this process, no site needed.
import { ensureDependencies } from '../scripts/prepare.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
const { createServer } = await import('vite')
const vite = await createServer({ appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false } })
const { readProse } = await vite.ssrLoadModule('/src/features/writing/prose.ts')

const rounds = 5
const largest = 200_000

const texts = {
  'ordinary prose': 'The quick *brown* fox said “no,” and **meant** it.\nNobody heard.\n\n',
  'one sign and a letter': 'a*',
  'open brackets': '[',
  brackets: '[a]',
  'links begun': '[a](',
  'pictures begun': '![',
  quotations: '> ',
  lists: '- a\n',
  escapes: '\\\\',
}

for (const [name, unit] of Object.entries(texts)) {
  const times = [largest / 4, largest / 2, largest].map((length) => {
    const text = unit.repeat(Math.ceil(length / unit.length))
    return measure(() => readProse(text))
  })
  const text = unit.repeat(Math.ceil(largest / unit.length))
  const copying = measure(() => Buffer.from(text).toString())
  const [small = 0, middle = 0, large = 0] = times
  const cells = [small, middle, large].map((time) => time.toFixed(1)).join(', ')
  const said = `50, 100, 200 kB in ${cells} ms; 200 to 100 ${(large / middle).toFixed(2)}`
  row(`reading ${name}`, { measured: large, unit: 'ms', said, reference: copying, against: 'copying 200 kB' })
}
await vite.close()

function measure(act) {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    act()
    return performance.now() - start
  })
  return median(times)
}
