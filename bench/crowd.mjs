// `npm run bench`: how long a reader waits for a page while two hundred at once try the owner's door, again and again.
// Loopback only, bounded in count and time.
import { Agent, request } from 'node:http'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'

await ensureDependencies()
await ensureBuild()

const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }
for (const RATE_LIMIT of ['on', 'off']) {
  const site = await startSite({ ...owner, RATE_LIMIT })
  try {
    await readPages(site)
    const alone = await readPages(site)
    const [beside, answers] = await besideCrowd(site)
    const words = `p99 of a cached page ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} ms beside the crowd`
    console.log(`limits ${RATE_LIMIT}: ${words} (at most 150 wanted); it was told ${JSON.stringify(answers)}`)
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
