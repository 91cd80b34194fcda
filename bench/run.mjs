// `npm run bench`: the benches one after the other, never two at once, and all they have found in one table. Names leave
// the others out: `npm run bench -- pages start`. A figure that is missed is said in its row; only a bench that broke
// makes the whole fail, since a machine may be slow and is not to blame for it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const benches = [
  'pages',
  'doors',
  'proxy',
  'first-visit',
  'lighthouse',
  'start',
  'crowd',
  'stranger',
  'signup-timing',
  'sign-in-timing',
  'campaign',
  'letters',
  'numbers',
  'backup',
  'prose',
  'rename',
  'people',
]
const columns = ['what', 'measured', 'reference', 'ratio', 'wanted', 'holds']

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !benches.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(' or ')}. There are: ${benches.join(', ')}.`)
  process.exit(1)
}

const rows = []
for (const name of asked.length > 0 ? asked : benches) {
  console.log(`\n${name}`)
  if (await isBroken(name)) {
    rows.push({ what: name, measured: 'broke; its words stand above' })
    process.exitCode = 1
  }
}
console.log(`\n${tableOf(rows)}`)

async function isBroken(name) {
  const child = fork(fileURLToPath(new URL(`${name}.mjs`, import.meta.url)))
  child.on('message', (row) => rows.push(row))
  const [code] = await once(child, 'close')
  return code !== 0
}

function tableOf(found) {
  const lines = [columns, ...found.map((row) => columns.map((column) => row[column] ?? ''))]
  const widths = columns.map((_, place) => Math.max(...lines.map((line) => line[place].length)))
  const rule = widths.map((width) => '-'.repeat(width))
  const [head, ...body] = [lines[0], rule, ...lines.slice(1)].map(
    (cells) => `| ${cells.map((cell, place) => cell.padEnd(widths[place])).join(' | ')} |`,
  )
  return [head, ...body].join('\n')
}
