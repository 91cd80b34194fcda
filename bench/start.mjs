// What a start costs until the first page is answered, in a new house and in one that stands; and what the site holds in
// memory, at rest and after a hundred thousand views, each a page and its report. Loopback only; Linux, which tells what a
// process has used. BENCH_READERS sets how many views.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { processorSeconds, residentMegabytes } from './process.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const rounds = 5
const count = Number(process.env.BENCH_READERS ?? 100_000)
const DATA_DIR = mkdtempSync(join(tmpdir(), 'frontispiece-start-'))
try {
  const [first] = await startOften(1)
  row('start of a new house, wall', { measured: first.wall, unit: 's' }, { atMost: 3 })
  const starts = await startOften(rounds)
  const middle = (key) => ({ measured: median(starts.map((start) => start[key])), unit: 's' })
  row('start, CPU', middle('cpu'), { atMost: 0.7 })
  row('start, wall', middle('wall'), { atMost: 1.5 })
  await watchMemory()
} finally {
  rmSync(DATA_DIR, { recursive: true })
}

async function startOften(times) {
  const starts = []
  for (let round = 0; round < times; round++) {
    const begin = performance.now()
    // Certificates that a machine gives to every program of Node are read at its start: 60 ms that are not the site's.
    const site = await startSite({ DATA_DIR, NODE_EXTRA_CA_CERTS: '' })
    await (await fetch(site.address)).text()
    starts.push({ wall: (performance.now() - begin) / 1_000, cpu: processorSeconds(site.child.pid) })
    await site.stop()
  }
  return starts
}

async function watchMemory() {
  const site = await startSite({ DATA_DIR, RATE_LIMIT: 'off', TRUST_PROXY: '1' })
  try {
    await (await fetch(site.address)).text()
    await wait(10_000)
    const { pid } = site.child
    row('memory at rest', { measured: residentMegabytes(pid), unit: 'MB' }, { atMost: 120 })
    const order = { count, connections: 16, rate: 2_000 }
    await Promise.all([load(site, { ...order, kind: 'pages' }), load(site, { ...order, kind: 'views' })])
    row(`memory after ${count} views`, { measured: residentMegabytes(pid), unit: 'MB' }, { atMost: 150 })
  } finally {
    await site.stop()
  }
}
