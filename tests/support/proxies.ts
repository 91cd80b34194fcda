import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { request as askSecurely } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Question = { method?: string; headers?: Record<string, string | number>; body?: Uint8Array; from?: string }
export type Answer = { status: number; body: string; headers: IncomingHttpHeaders }
export type Ask = (path: string, question?: Question) => Promise<Answer>

const siteName = 'author.example'

export const isInstalled = (program: string) => spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined

/** Said beside the name of what is skipped. */
export const missing = (program: string) => (isInstalled(program) ? '' : ` (skipped: ${program} is not installed)`)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

/** Questions to a proxy by the name of the site; with a certificate authority in `ca`, over TLS. */
function questionsTo(port: number, ca?: () => string): Ask {
  return (path, { method = 'GET', headers = {}, body, from } = {}) =>
    new Promise((resolve, reject) => {
      const named = { host: siteName, ...(body ? { 'content-length': body.length } : {}), ...headers }
      const to = { host: '127.0.0.1', port, path, method, agent: false as const, localAddress: from, headers: named }
      const question = ca ? askSecurely({ ...to, servername: siteName, ca: ca() }) : ask(to)
      question.on('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece
        })
        answer.on('end', () => {
          question.destroy()
          resolve({ status: answer.statusCode ?? 0, body: text, headers: answer.headers })
        })
      })
      question.on('error', reject)
      // Who promises more than he brings waits for an answer all the same.
      if (headers['content-length']) question.flushHeaders()
      else question.end(body)
    })
}

/** Starts a proxy in a folder of its own, and waits until it answers. */
export async function openProxy(
  start: (folder: string) => ChildProcess,
  port: number,
  ca?: (folder: string) => string,
) {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-proxy-'))
  const child = start(folder)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
  const question = questionsTo(port, ca && (() => ca(folder)))
  const isOpen = () => question('/healthz').catch(() => null)
  while (child.exitCode === null && !(await isOpen())) {}
  if (child.exitCode === null) return { question, stop }
  await stop()
  throw new Error('The proxy did not start.')
}
