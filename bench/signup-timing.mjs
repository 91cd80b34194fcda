// `npm run bench`: can a stranger tell from the time an answer takes whether an address is on the list? New and known
// addresses in random order, then a Mann-Whitney U test: p is how often chance alone would look at least this uneven.
// Measured twice: the answer itself, and the answer to whatever is asked right after it. Loopback only, bounded.
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { mannWhitney, median, shuffled } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
const { DatabaseSync } = await import('@photostructure/sqlite')

const each = 500
const { port, dataDir, stop } = await startSite({ RATE_LIMIT: 'off' })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

try {
  const known = Array.from({ length: each }, (_, number) => `known${number}@home.example`)
  for (const email of known) await signUp(email)
  await quiet(each)

  const fresh = Array.from({ length: each }, (_, number) => `fresh${number}@home.example`)
  const times = { known: { answer: [], after: [] }, fresh: { answer: [], after: [] } }
  for (const [kind, email] of shuffled([
    ...known.map((one) => ['known', one]),
    ...fresh.map((one) => ['fresh', one]),
  ])) {
    times[kind].answer.push(await timed(() => signUp(email)))
    times[kind].after.push(await timed(() => ask('GET', '/healthz')))
  }
  console.log(`signup, ${each} known and ${each} new addresses in random order, on SQLite`)
  for (const [what, words] of [
    ['answer', 'the answer itself'],
    ['after', 'what is asked next'],
  ]) {
    const [a, b] = [times.known[what], times.fresh[what]]
    console.log(
      `${words.padEnd(20)} p = ${mannWhitney(a, b).toFixed(3)}   median known ${median(a).toFixed(3)} ms, new ${median(b).toFixed(3)} ms`,
    )
  }
} finally {
  agent.destroy()
  await stop()
}

function signUp(email) {
  return ask('POST', '/api/newsletter/signup', JSON.stringify({ email }))
}

function ask(method, path, body = '') {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, agent }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))))
    })
    asked.setHeader('content-type', 'application/json')
    asked.on('error', reject).end(body)
  })
}

/** Until the worker has put everybody on the list. */
async function quiet(count) {
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { readOnly: true })
  const done = database.prepare(
    'select (select count(*) from subscribers) as people, (select count(*) from jobs) as jobs',
  )
  for (let { people, jobs } = done.get(); people < count || jobs > 0; { people, jobs } = done.get()) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  database.close()
}

async function timed(act) {
  const start = performance.now()
  await act()
  return performance.now() - start
}
