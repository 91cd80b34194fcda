// Can a stranger tell from the time an answer takes whether an address is the owner's? Her address and others, in random
// order, all with a wrong password, then a Mann-Whitney U test: p is how often chance alone would look at least this
// uneven. Loopback only, bounded.
import { Agent, request } from 'node:http'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { row } from './report.mjs'
import { mannWhitney, median, shuffled } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const each = 400
const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }
const { port, stop } = await startSite({ RATE_LIMIT: 'off', ...owner })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

try {
  const times = { hers: [], others: [] }
  for (const kind of shuffled([...Array(each).fill('hers'), ...Array(each).fill('others')])) {
    const start = performance.now()
    await signIn(kind === 'hers' ? owner.OWNER_EMAIL : 'nobody@home.example')
    times[kind].push(performance.now() - start)
  }
  const { hers, others } = times
  const medians = `median hers ${median(hers).toFixed(2)} ms, others ${median(others).toFixed(2)} ms`
  row(`sign-in, her address or another, ${each} each`, `p = ${mannWhitney(hers, others).toFixed(3)}; ${medians}`)
} finally {
  agent.destroy()
  await stop()
}

function signIn(email) {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/auth/sign-in', agent }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 401 ? resolve() : reject(new Error(`${response.statusCode}`))))
    })
    asked.setHeader('content-type', 'application/json')
    asked.on('error', reject).end(JSON.stringify({ email, password: 'the wrong door entirely' }))
  })
}
