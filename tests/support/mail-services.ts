import { createHmac, createSign, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** Whom it is about, and the id of the letter. */
export type About = { reader: string; letter?: string }

/**
 * What a service, or a mail server, was recorded to send (its documentation, and payloads others have published); about
 * somebody here.
 */
export function recorded(file: string, { reader, letter = 'no-letter-of-ours' }: About): string {
  const text = readFileSync(`tests/fixtures/mail-events/${file}`, 'utf8')
  return text.replaceAll('READER', reader).replaceAll('LETTER', letter)
}

export const secrets = {
  MAIL_EVENTS_SECRET: 'a secret of sixteen letters',
  MAILGUN_SIGNING_KEY: 'key-of-mailgun',
  SES_TOPIC_ARN: 'arn:aws:sns:us-east-1:123456789012:SES_Events',
}

/** As each of the services posts it, signed or with what it was given. */
export function openServices(app: TestApp) {
  const post = (service: string, body: string, headers: Record<string, string> = {}) =>
    app.request(`/api/mail-events/${service}`, { method: 'POST', body, headers })
  const json = { 'content-type': 'application/json' }
  const basic = `Basic ${Buffer.from(`author:${secrets.MAIL_EVENTS_SECRET}`).toString('base64')}`
  return {
    post,
    postmark: (body: string) => post('postmark', body, { ...json, authorization: basic }),
    brevo: (body: string) => post('brevo', body, { ...json, authorization: `Bearer ${secrets.MAIL_EVENTS_SECRET}` }),
    mailgun: (body: string) => post('mailgun', signedByMailgun(body, app.deps.now()), json),
    ses: (body: string) => post('ses', inSns(body, app.deps.now()), { 'content-type': 'text/plain; charset=UTF-8' }),
  }
}

export function signedByMailgun(body: string, at: Date, key = secrets.MAILGUN_SIGNING_KEY): string {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const token = randomBytes(25).toString('hex')
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return body.replace('TIMESTAMP', timestamp).replace('TOKEN', token).replace('SIGNATURE', signature)
}

/** A certificate with its key, made for tests and in everybody's hands. */
const { key: certificateKey, cert } = createRequire(import.meta.url)('smtp-server/lib/tls-options.js')({})

/** A message of SNS as it was recorded, with these fields in it, and signed as Amazon does. */
export function signedByAmazon(file: string, fields: Record<string, string>): string {
  const message: Record<string, string> = { ...JSON.parse(recorded(file, { reader: '' })), ...fields }
  const names = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap((name) => (message[name] ? [`${name}\n${message[name]}\n`] : [])).join('')
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  return JSON.stringify({ ...message, Signature: createSign(algorithm).update(text).sign(certificateKey, 'base64') })
}

function inSns(message: string, at: Date): string {
  const MessageId = randomBytes(16).toString('hex')
  return signedByAmazon('sns-notification.json', { Message: message, MessageId, Timestamp: at.toISOString() })
}

/** Amazon on this machine: whatever is asked of SNS there is asked here. Anything else is asked of nobody. */
export async function startAmazon() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(request.url?.endsWith('.pem') ? cert : '<ConfirmSubscriptionResponse/>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const real = fetch
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    if (url.origin !== 'https://sns.us-east-1.amazonaws.com') throw new Error(`${url} was asked`)
    return real(`http://127.0.0.1:${port}${url.pathname}${url.search}`, init)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  return asked
}
