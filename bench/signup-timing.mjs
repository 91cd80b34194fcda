// Can a stranger tell from the time an answer takes whether an address is on the list, or a program
// whether its form fell into the trap? Both kinds in random order, then a Mann-Whitney U test: p is how often chance alone
// would look at least this uneven. Measured twice: the answer itself, and the answer to whatever is asked right after it.
// Loopback only, bounded.
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { row } from './report.mjs'
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

  const fresh = Array.from({ length: 2 * each }, (_, number) => `fresh${number}@home.example`)
  const trap = { company_url: 'https://here.example' }
  await compare('signup', {
    known: known.map((email) => () => signUp(email)),
    new: fresh.slice(0, each).map((email) => () => signUp(email)),
  })
  await compare('signup', {
    trapped: fresh.slice(0, each).map((email) => () => signUp(`trapped-${email}`, trap)),
    new: fresh.slice(each).map((email) => () => signUp(email)),
  })
  await compare('contact', {
    trapped: fresh.slice(0, each).map((email) => () => write(email, trap)),
    heard: fresh.slice(0, each).map((email) => () => write(email)),
  })
} finally {
  agent.destroy()
  await stop()
}

async function compare(form, kinds) {
  const names = Object.keys(kinds)
  const times = Object.fromEntries(names.map((name) => [name, { answer: [], after: [] }]))
  for (const [name, send] of shuffled(names.flatMap((name) => kinds[name].map((send) => [name, send])))) {
    times[name].answer.push(await timed(send))
    times[name].after.push(await timed(() => ask('GET', '/healthz')))
  }
  console.log(`${form}, ${each} each of ${names.join(' and ')} in random order, on SQLite`)
  for (const [what, words] of Object.entries({ answer: 'the answer itself', after: 'what is asked next' })) {
    const measured = names.map((name) => times[name][what])
    const medians = names.map((name, place) => `${name} ${median(measured[place]).toFixed(3)} ms`)
    const said = `p = ${mannWhitney(...measured).toFixed(3)}; median ${medians.join(', ')}`
    row(`${form}, ${names.join(' or ')}: ${words}`, said)
  }
}

function signUp(email, more = {}) {
  return ask('POST', '/api/newsletter/signup', JSON.stringify({ email, ...more }))
}

function write(email, more = {}) {
  const message = 'Which door would you have left shut?'
  return ask('POST', '/api/contact', JSON.stringify({ name: 'Ada Reader', email, message, ...more }))
}

function ask(method, path, body = '') {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, agent }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode < 300 ? resolve() : reject(new Error(`${response.statusCode}`))))
    })
    asked.setHeader('content-type', 'application/json')
    asked.on('error', reject).end(body)
  })
}

/** Until the worker has put everybody on the list. */
async function quiet(count) {
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { readOnly: true })
  const done = database.prepare(
    'select (select count(*) from memberships) as people, (select count(*) from jobs) as jobs',
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
