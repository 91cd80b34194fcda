// A letter she wrote, to everybody on the newsletter: letters a second against bare nodemailer with the same words and as
// many connections to the same sink, before and after, and what the site holds in memory meanwhile. Loopback only; some minutes.
// BENCH_LETTERS sets how many readers.
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { openPost } from './post.mjs'
import { residentMegabytes } from './process.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const count = Number(process.env.BENCH_LETTERS ?? 100_000)
const post = await openPost()
const prose = 'The tide came in while the lamps were still being lit, and nobody on the quay looked up. '
const content = `Dear {first name|reader},\n\n${`${prose.repeat(6)}\n\n`.repeat(6)}[Read on](/blog)`

try {
  await post.withSite(10_000, async (ask, site) => {
    await bringReaders(ask)
    const { id, version } = await ask('POST', '/api/owner/letters', { subject: 'News from the quay', content })
    const { text } = await ask('GET', `/api/owner/letters/${id}/view`)
    const letter = { html: await ask('GET', `/admin/letters/${id}/letter`), text }
    const bare = [await bareRate(letter)]
    const { rate, memory } = await sendLetter(ask, site, { id, version })
    bare.push(await bareRate(letter))
    const reference = (bare[0] + bare[1]) / 2
    const figure = { measured: rate, unit: 'a second', reference, against: 'bare nodemailer' }
    row(`a letter to ${count} readers, on SQLite`, figure, { atLeast: 0.8 })
    console.log(`bare nodemailer ${bare.map((one) => one.toFixed(0)).join(' before, ')} a second after`)
    const tenth = Math.ceil(memory.length / 10)
    const [early, late] = [memory.slice(tenth, 2 * tenth), memory.slice(-tenth)].map(median)
    const said = `${early} MB in the second tenth, ${late} in the last, at most ${Math.max(...memory)}`
    row('memory while it leaves', said)
  })
} finally {
  post.close()
}

async function bringReaders(ask) {
  const rows = Array.from({ length: count }, (_, number) => `reader${number}@home.example,Reader ${number},Active`)
  const csv = ['Email,Name,Status', ...rows].join('\n')
  const brought = { csv, fileName: 'list.csv', basis: 'A benchmark' }
  const { id } = await ask('POST', '/api/owner/people/import', brought)
  while ((await ask('GET', `/api/owner/people/imports/${id}`)).state === 'running') await wait(500)
}

async function bareRate(letter) {
  const some = Math.ceil(count / 5)
  return some / (await post.sendBare({ count: some, connections: 32, letter }))
}

async function sendLetter(ask, { child }, { id, version }) {
  const memory = []
  const begin = performance.now()
  await ask('POST', `/api/owner/letters/${id}/send`, { version, count, isMeant: true })
  for (let sent = 0; sent < count; await wait(500)) {
    sent = (await ask('GET', `/api/owner/letters/${id}`)).mailing.sent
    memory.push(residentMegabytes(child.pid))
  }
  return { rate: (count * 1_000) / (performance.now() - begin), memory }
}
