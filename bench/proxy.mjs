// `npm run bench`: how fast a page leaves nginx that holds it for a second as deploy/nginx.conf says, as a ratio
// against the same nginx sending a file of the same bytes. Needs nginx; loopback only; rounds alternate, medians count.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'

if (spawnSync('nginx', ['-v']).error) {
  console.log('nginx is not installed: nothing to compare with')
  process.exit()
}
await ensureDependencies()
await ensureBuild()

const rounds = 5
const order = { kind: 'pages', seconds: 3, connections: 32 }
const [held, still] = [{ port: 4192 }, { port: 4193 }]

const site = await startSite({ TRUST_PROXY: '1' })
const page = await fetch(site.address, { headers: { 'accept-encoding': 'br' } })
// As many bytes as the page has on the line; fetch has unpacked what it gives us.
const size = Number(page.headers.get('content-length'))
const folder = mkdtempSync(join(tmpdir(), 'frontispiece-nginx-'))
const proxy = startNginx()
while (!(await fetch(`http://127.0.0.1:${held.port}/`).catch(() => null))?.ok) if (proxy.exitCode !== null) break

for (const target of [held, still]) await load(target, { ...order, seconds: 1 })
const rates = { held: [], still: [] }
for (let round = 0; round < rounds; round++) {
  rates.still.push((await load(still, order)).rate)
  rates.held.push((await load(held, order)).rate)
}
const [ofFile, ofPage] = [rates.still, rates.held].map((all) => all.sort((a, b) => a - b)[Math.floor(rounds / 2)])
const ratio = (ofPage / ofFile).toFixed(2)
console.log(`nginx, ${size} bytes, ${order.connections} connections, median of ${rounds}`)
console.log(
  `a file ${Math.round(ofFile)} a second, a page of the site ${Math.round(ofPage)}: ${ratio} (at least 0.9 wanted)`,
)
proxy.kill()
await once(proxy, 'exit')
await site.stop()
rmSync(folder, { recursive: true })

function startNginx() {
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files/index.html'), Buffer.alloc(size, 'word '))
  const example = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('/var/cache/nginx/frontispiece', join(folder, 'cache'))
    .replace('127.0.0.1:3000', `127.0.0.1:${site.port}`)
    .replace('listen 80', `listen 127.0.0.1:${held.port}`)
  const plain = `server { listen 127.0.0.1:${still.port}; root ${folder}/files; }`
  const who = process.getuid?.() === 0 ? 'user root;' : ''
  const around = `${who} pid ${folder}/pid; error_log ${folder}/errors; daemon off; worker_processes 1; events {}`
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${around} http { access_log off; sendfile on; tcp_nopush on; ${plain}\n${example} }`,
  )
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
}
