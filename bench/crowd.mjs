// How long a reader waits for a page while two hundred at once try the owner's door, again and again.
// Loopback only, bounded in count and time.
import { Agent, request } from 'node:http'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { row } from './report.mjs'

await ensureDependencies()
await ensureBuild()

const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }
for (const RATE_LIMIT of ['on', 'off']) {
  const site = await startSite({ ...owner, RATE_LIMIT })
  try {
    await readPages(site)
    const alone = await readPages(site)
    const [beside, answers] = await besideCrowd(site)
    const what = `p99 of a held page, limits ${RATE_LIMIT}`
    row(`${what}, alone`, { measured: alone.p99, unit: 'ms' })
    row(`${what}, beside two hundred at the door`, { measured: beside.p99, unit: 'ms' }, { atMost: 150 })
    console.log(`the crowd was told ${JSON.stringify(answers)}`)
  } finally {
    await site.stop()
  }
}

function readPages(site) {
  return load(site, { kind: 'pages', seconds: 8, connections: 4, rate: 200 })
}

async function besideCrowd(site) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const answers = {}
  let isOver = false
  const crowd = (async () => {
    while (!isOver) {
      const statuses = await Promise.all(Array.from({ length: 200 }, () => knock(site, agent)))
      for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
    }
  })()
  const pages = await readPages(site)
  isOver = true
  await crowd
  agent.destroy()
  return [pages, answers]
}

function knock({ port }, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const path = '/api/auth/sign-in'
    request({ port, host: '127.0.0.1', method: 'POST', path, agent, headers }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    )
      .on('error', reject)
      .end(JSON.stringify({ email: owner.OWNER_EMAIL, password: 'the wrong door entirely' }))
  })
}
