import { randomUUID } from 'node:crypto'
import { request as askPlainly } from 'node:http'
import { request as askSecretly } from 'node:https'
import type { Env } from '#server/env.ts'
import type { KeyFor } from '#server/secret.ts'
import { openToken, signToken } from '#server/signed-token.ts'

export type Answer = { status: number; date: string | null; body: string }

/** Why nobody answered. */
export type Silence = 'no name' | 'nobody' | 'hangs' | 'no encryption'

const longestKnock = 8_000
const longestBody = 4_096

type Way = { method?: 'GET' | 'HEAD'; host?: string }

/**
 * One question to a place the settings name. What its certificate is worth has a line of its own, and nothing that is
 * secret is said here: so it is not looked at.
 */
export function knock(address: string, { method = 'GET', host }: Way = {}): Promise<Answer | Silence> {
  const ask = address.startsWith('https:') ? askSecretly : askPlainly
  return new Promise((resolve) => {
    const question = ask(address, {
      method,
      headers: { 'user-agent': 'Frontispiece', ...(host ? { host } : {}) },
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.timeout(longestKnock),
    })
    question.on('error', (error) => resolve(silenceOf(error)))
    question.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        body += piece
        if (body.length > longestBody) response.destroy()
      })
      const { statusCode: status = 0, headers } = response
      response.on('error', () => {})
      response.on('close', () => resolve({ status, date: headers.date ?? null, body: body.slice(0, longestBody) }))
    })
    question.end()
  })
}

export function silenceOf(error: unknown): Silence {
  if (!(error instanceof Error)) return 'nobody'
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || code === 'ETIMEDOUT') return 'hangs'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no name'
  return /SSL|EPROTO|TLS/.test(code) ? 'no encryption' : 'nobody'
}

/** Only who holds the root key can ask, and only who holds it can answer: so a site knows itself again. */
const purposes = { asked: 'health-asked', answered: 'health-answered' }
const markPath = '/api/instance/'

export const markRoute = `${markPath}:token`

/** What the site answers to such a question; null to one that is not ours. */
export function answerMark(keyFor: KeyFor, token: string): string | null {
  const id = openToken(keyFor(purposes.asked), token)
  return id && signToken(keyFor(purposes.answered), id)
}

/** `proxies`: how many have told where the question came from. */
export type Mark = { mark: string; proxies: number }

export type Met = { isThisSite: true; proxies: number } | { isThisSite: false; answer: Answer | Silence }

/** Asks whoever answers at an address whether it is this very site. */
export async function meet(keyFor: KeyFor, origin: string, way: Way = {}): Promise<Met> {
  const id = randomUUID()
  const answer = await knock(`${origin}${markPath}${signToken(keyFor(purposes.asked), id)}`, way)
  const told = typeof answer === 'string' ? null : readMark(answer.body)
  const isThisSite = told !== null && openToken(keyFor(purposes.answered), told.mark) === id
  return isThisSite ? { isThisSite, proxies: told.proxies } : { isThisSite: false, answer }
}

function readMark(body: string): Mark | null {
  try {
    const { mark, proxies } = JSON.parse(body)
    return typeof mark === 'string' && Number.isInteger(proxies) ? { mark, proxies } : null
  } catch {
    return null
  }
}

/** The site on this machine, past whatever stands before it. */
export function meetHere(keyFor: KeyFor, { host, port, siteUrl }: Env): Promise<Met> {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const here = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)
  return meet(keyFor, `http://${here}:${port}`, { host: new URL(siteUrl).host })
}

/** How many proxies have written where a request came from. */
export function countForwarded(forwardedFor: string | undefined): number {
  return (forwardedFor ?? '').split(',').filter((entry) => entry.trim() !== '').length
}
