import { createPrivateKey } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import DKIM from 'nodemailer/lib/dkim'
import type MimeNode from 'nodemailer/lib/mime-node'
import type { Env } from './env.ts'
import { isOwnMachine, type OpenLine, openPublicLine } from './mail-line.ts'
import { quotedPrintable } from './quoted-printable.ts'

export type Address = { name: string; address: string }

export type Letter = {
  messageId: string
  from: Address
  to: Address
  replyTo: Address | null
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

/**
 * What became of a letter. `deferred`: not now, and surely not taken. `unknown`: the line broke after the last byte,
 * so it may or may not be on its way; such a letter is never sent again by itself.
 */
export type Outcome =
  | { kind: 'sent' }
  /** `isAddressDead`: there is nobody at this address, whatever we would write to it */
  | { kind: 'refused'; reason: string; isAddressDead: boolean }
  /** `isOurFault`: the server is there and refuses us, our name or our password */
  | { kind: 'deferred'; reason: string; isServerAway: boolean; isOurFault: boolean }
  | { kind: 'unknown'; reason: string }

export type Mailer = {
  /**
   * `beforeLastByte` is awaited when the server holds the whole letter but for the dot that makes it final. When it
   * throws, the dot is never sent and its error is thrown on.
   */
  send: (letter: Letter, beforeLastByte: () => Promise<void>) => Promise<Outcome>
  /** as soon as what is under way is done: another takes its place */
  retire: () => void
  close: () => void
}

/** What letters are signed with: a private key whose other half stands in the DNS of the domain, under the selector. */
export type Dkim = { domain: string; selector: string; key: string }

/** The way that letters take. `isTyped`: named on a screen, so it may lead to this machine and to the internet only. */
export type MailWay = { smtpUrl: string; lettersPerSecond: number; dkim: Dkim | null; isTyped: boolean }

/** Opens the way for letters that the settings name, if they name one. */
export type OpenMailer = (env: Env) => Mailer | null

export function findMailWay({ smtpUrl, settings, lettersPerSecond, dkim }: Env): MailWay | null {
  return smtpUrl ? { smtpUrl, lettersPerSecond, dkim, isTyped: settings.SMTP_URL === undefined } : null
}

/** In this very thread. A built site carries its letters in one of their own: `thread-mailer.ts`. */
export const openMailer: OpenMailer = (env) => {
  const way = findMailWay(env)
  return way && createMailer(way)
}

export function createMailer({ smtpUrl, lettersPerSecond, dkim, isTyped }: MailWay): Mailer {
  return createSmtpMailer(smtpUrl, lettersPerSecond, isTyped ? { dkim, openLine: openPublicLine } : { dkim })
}

/** All that a reader or her mail program goes by; RFC 8058 asks for the last two. */
const signedFields =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post'

/** As the library wants to be told. The key is read once: to read it again for each letter takes as long as to sign. */
export function signing({ domain, selector, key }: Dkim) {
  const privateKey = createPrivateKey(key)
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields }
}

/**
 * Four, or more where more letters may leave than four can carry. The pool counts when a connection comes free again:
 * more of them than letters a second would outrun the limit.
 */
export function connectionsFor(lettersPerSecond: number): number {
  return Math.min(32, lettersPerSecond, Math.max(4, Math.ceil(lettersPerSecond / 25)))
}

type How = { openLine?: OpenLine; dkim?: Dkim | null }

export function createSmtpMailer(url: string, lettersPerSecond: number, { openLine, dkim }: How = {}): Mailer {
  const { hostname, port, protocol } = new URL(url)
  const line = { host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) }
  const isPostmark = hostname.endsWith('.postmarkapp.com')
  let underWay = 0
  let isRetired = false
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsFor(lettersPerSecond),
    rateDelta: 1_000,
    rateLimit: lettersPerSecond,
    // Its own second try knows nothing of our gate and could send twice.
    maxRequeues: 0,
    requireTLS: !isOwnMachine(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(openLine ? { getSocket: viaLine(() => openLine(line)) } : {}),
  })
  const signer = dkim && new DKIM(signing(dkim))
  const gates = new WeakMap<object, () => Promise<void>>()
  transport.use('stream', ({ data, message }, done) => {
    const gate = gates.get(data.envelope ?? data)
    // Pulled, one chunk at a time, only once the server has said "go ahead": so the gate stands right before the dot.
    // Signed before it: a signature comes first in a letter and is of all of it, so the library's own signer, which is
    // the last to see it, would have to pass the gate before the first byte has left.
    if (gate)
      message.createReadStream = () => {
        const letter = Buffer.from(writtenOut(message))
        return gated(signer ? signer.sign(letter) : Readable.from([letter]), gate)
      }
    done()
  })

  return {
    close: () => transport.close(),
    retire() {
      isRetired = true
      if (underWay === 0) transport.close()
    },
    async send({ replyTo, ...letter }, beforeLastByte) {
      underWay++
      const headers = { ...letter.headers, ...(isPostmark ? keptByPostmark(letter) : {}) }
      // The library copies everything it is given but this object, so the gate is found again by it. Addresses are
      // objects: a string, even inside a list, would be read as a list of addresses.
      const envelope = { from: letter.from, to: [letter.to] }
      let isLineBroken = false
      let isPastGate = false
      let gate: Promise<void> = Promise.resolve()
      gates.set(envelope, () => {
        gate = beforeLastByte()
        return gate.then(() => {
          if (isLineBroken) throw new Error('the line broke at the gate')
          isPastGate = true
        })
      })
      try {
        // Told how to write it down, the library need not count every letter's letters.
        const [encoding, textEncoding] = ['quoted-printable', 'quoted-printable'] as const
        const said = { ...letter, headers, replyTo: replyTo ?? undefined }
        await transport.sendMail({ ...said, envelope, encoding, textEncoding })
        return { kind: 'sent' }
      } catch (error) {
        isLineBroken = true
        // What the gate writes down must be written before anybody acts on the outcome.
        await gate
        return judge(error, isPastGate)
      } finally {
        if (--underWay === 0 && isRetired) transport.close()
      }
    },
  }
}

/** With the library's headers, but in one go: its streams, pauses and patterns cost more than all the rest of a letter. */
function writtenOut(node: MimeNode): string {
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return head + quotedPrintable(node.content ? String(node.content) : '')
  const parts = node.childNodes.map((child) => `\r\n--${node.boundary}\r\n${writtenOut(child)}`)
  return `${head}${parts.join('').slice(2)}\r\n--${node.boundary}--\r\n`
}

/** It gives every letter an id of its own, and tells ours only as what it was asked to keep. */
function keptByPostmark({ messageId }: Pick<Letter, 'messageId'>): Record<string, string> {
  return { 'X-PM-Metadata-letter': messageId.slice(1).split('@', 1)[0] ?? '' }
}

/** The library's own way of being handed a line that is open already. */
export function viaLine(open: () => Promise<Socket>) {
  return (_options: unknown, done: (error: Error | null, line: { connection: Socket } | false) => void) =>
    void open().then(
      (connection) => done(null, { connection }),
      (error) => done(error, false),
    )
}

const pieceLength = 65_536

/**
 * In few pieces, because the library hands out hundreds of small ones and each would be a packet; but not in one, or the
 * line would seem to have taken a letter of which it has only heard. Then the gate. Pulled, one piece at a time.
 */
function gated(input: Readable, gate: () => Promise<void>): Readable {
  let letter: Buffer | undefined
  let from = 0
  const output = new Readable({ highWaterMark: 1, read: () => (letter ? goOn(letter) : begin()) })

  // By hand: Node's own iterators make an abort signal and an error for each stream.
  function begin() {
    const scraps: Uint8Array[] = []
    input.on('data', (scrap) => scraps.push(scrap))
    input.once('error', (error) => output.destroy(error))
    input.once('end', () => {
      letter = Buffer.concat(scraps)
      goOn(letter)
    })
  }
  function goOn(whole: Buffer) {
    const piece = whole.subarray(from, from + pieceLength)
    from += pieceLength
    if (piece.length > 0) output.push(piece)
    else
      gate().then(
        () => output.push(null),
        (error) => output.destroy(error),
      )
  }
  return output
}

function judge(error: unknown, isPastGate: boolean): Outcome {
  const { responseCode, response, command, message: reason } = toFault(error)
  if (responseCode === null) {
    return isPastGate
      ? { kind: 'unknown', reason }
      : { kind: 'deferred', reason, isServerAway: true, isOurFault: false }
  }
  // A refusal of our name or password says nothing about the reader.
  const isAboutLetter = command === 'RCPT TO' || command === 'DATA'
  if (responseCode >= 500 && isAboutLetter) {
    return { kind: 'refused', reason, isAddressDead: command === 'RCPT TO' && saysNobodyThere(response) }
  }
  return { kind: 'deferred', reason, isServerAway: !isAboutLetter, isOurFault: !isAboutLetter && responseCode >= 500 }
}

/**
 * Many servers tell of their own rules only at this point: relaying denied, sender not allowed, a full mailbox. Only
 * the second number (RFC 3463) tells those from an address that does not exist; without it, nobody is written off.
 */
function saysNobodyThere(response: string): boolean {
  const [, status = ''] = /^\d{3}[ -](\S{5,7})\s/.exec(response) ?? []
  return isNobodyThere(status)
}

/** The second number itself, as reports of letters that came back name it. */
export function isNobodyThere(status: string): boolean {
  return /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(status)
}

function toFault(error: unknown) {
  if (!(error instanceof Error)) return { responseCode: null, response: '', command: '', message: String(error) }
  const responseCode = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const response = 'response' in error && typeof error.response === 'string' ? error.response : ''
  const command = 'command' in error && typeof error.command === 'string' ? error.command : ''
  // What the server said, where it said something; what the library makes of it hides that behind words of its own.
  return { responseCode, response, command, message: (response || error.message).slice(0, 300) }
}
