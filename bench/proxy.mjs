// How fast a page leaves nginx that holds it for a second as deploy/nginx.conf says, as a ratio
// against the same nginx sending a file of the same bytes. Needs nginx; loopback only; rounds alternate, medians count.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startNginx } from '../scripts/proxies.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { row } from './report.mjs'
import { inTurns, median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const order = { kind: 'pages', seconds: 3, connections: 32 }
const [held, still] = [{ port: 4192 }, { port: 4193 }]
const what = 'held page behind nginx'

if (spawnSync('nginx', ['-v']).error) row(what, 'nginx is not installed: nothing to compare with')
else await compare()

async function compare() {
  const site = await startSite({ TRUST_PROXY: '1' })
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-nginx-'))
  try {
    const page = await fetch(site.address, { headers: { 'accept-encoding': 'br' } })
    // As many bytes as the page has on the line; fetch has unpacked what it gives us.
    await compareBehind(folder, site, Number(page.headers.get('content-length')))
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true })
  }
}

async function compareBehind(folder, site, size) {
  const proxy = startNginxBesideFile(folder, site, size)
  const gone = once(proxy, 'exit')
  while (!(await fetch(`http://127.0.0.1:${held.port}/`).catch(() => null))?.ok) {
    if (proxy.exitCode !== null) throw new Error('nginx did not start')
  }
  for (const target of [held, still]) await load(target, { ...order, seconds: 1 })
  const runs = await inTurns([() => load(still, order), () => load(held, order)])
  const [reference, measured] = runs.map((all) => median(all.map(({ rate }) => rate)))
  row(what, { measured, unit: 'a second', reference, against: `nginx, a file of ${size} bytes` }, { atLeast: 0.9 })
  proxy.kill()
  await gone
}

function startNginxBesideFile(folder, site, size) {
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files/index.html'), Buffer.alloc(size, 'word '))
  const plain = `server { listen 127.0.0.1:${still.port}; root ${folder}/files; }`
  const more = `sendfile on; tcp_nopush on; ${plain}`
  return startNginx(folder, { sites: [site.port], listen: `127.0.0.1:${held.port}`, more })
}
