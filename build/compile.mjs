// Starts the built site once in a scratch place, asks for its pages, and keeps what V8 compiled for that (launcher.mjs).
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'frontispiece-'))
process.chdir(folder)
process.env = { PATH: process.env.PATH, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' }
const address = new Promise((resolve) => {
  process.stdout.write = (line) => {
    const [found] = /http:\/\/localhost:\d+/.exec(String(line)) ?? []
    if (found) resolve(found)
    return true
  }
})
const { compiled, script, setUsual } = await import('../dist/server/main.js')
for (const path of ['/', '/books', '/stories', '/blog', '/about', '/admin', '/nowhere'])
  await fetch((await address) + path).then((answer) => answer.arrayBuffer())
// V8 takes it only under the flags it was made under, and the launcher has changed some by now.
setUsual()
writeFileSync(compiled, script.createCachedData())
// The site keeps what it writes to itself; this is for whoever runs it.
chmodSync(compiled, 0o644)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.kill(process.pid, 'SIGTERM')
