import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { isOwnMachine, LineFault, type OpenLine } from './mail-line.ts'
import { type Dkim, type Letter, signing, viaLine } from './mailer.ts'

export type MailServer = {
  host: string
  port: number
  /** encrypted from the first byte, not only after a greeting */
  isTls: boolean
  user: string
  password: string
}

/** What became of a test letter, or of a greeting (`taken`: all the way). Of what the other side said nothing else leaves this file. */
export type TrialOutcome =
  | 'taken'
  | 'no name'
  | 'private'
  | 'nobody'
  | 'hangs'
  | 'no mail server'
  | 'turned away'
  | 'no encryption'
  | 'certificate'
  | 'password'
  | 'wants a password'
  | 'sender'
  | 'recipient'
  | 'letter'
  | 'broke off'

const longestTrial = 10_000

type How = { openLine: OpenLine; dkim?: Dkim | null; longest?: number }

/** One letter through a mail server that may be anything at all: on a line of its own, and for ten seconds at most. */
export function tryMailServer(server: MailServer, { replyTo, ...letter }: Letter, how: How): Promise<TrialOutcome> {
  const envelope = { from: letter.from, to: [letter.to] }
  return converse(server, how, (line) => line.sendMail({ ...letter, replyTo: replyTo ?? undefined, envelope }))
}

/** As far as the password, and no letter. */
export function greetMailServer(server: MailServer, how: How): Promise<TrialOutcome> {
  return converse(server, how, (line) => line.verify())
}

async function converse(
  server: MailServer,
  { openLine, dkim = null, longest = longestTrial }: How,
  say: (line: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<TrialOutcome> {
  const { host, port, isTls, user, password } = server
  const end = AbortSignal.timeout(longest)
  let line: Socket | undefined
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isOwnMachine(host),
    ...(user ? { auth: { user, pass: password } } : {}),
    connectionTimeout: longest,
    greetingTimeout: longest,
    socketTimeout: longest,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim: signing(dkim) } : {}),
    getSocket: viaLine(async () => {
      line = await openLine({ host, port }, end)
      return line
    }),
  })
  const late = new Promise<TrialOutcome>((resolve) => {
    const stop = () => {
      resolve(line ? 'hangs' : 'nobody')
      line?.destroy()
    }
    end.addEventListener('abort', stop, { once: true })
  })
  const said = say(transport).then((): TrialOutcome => 'taken', judge)
  return Promise.race([said, late])
}

type Fault = { code?: string; originalCode?: string; command?: string; responseCode?: number }

/** By where in the conversation it ended, and by the number of the answer: never by anybody's words. */
function judge(error: Error & Fault): TrialOutcome {
  if (error instanceof LineFault) return error.why
  const { code = '', originalCode = '', command = '', responseCode } = error
  if (code === 'ETIMEDOUT') return 'hangs'
  if (code === 'EAUTH') return 'password'
  if (isAboutCertificate(originalCode)) return 'certificate'
  if (code === 'ETLS' || /SSL|EPROTO/.test(originalCode)) return 'no encryption'
  if (command === 'MAIL FROM') return responseCode === wantsPassword ? 'wants a password' : 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA') return 'letter'
  if (responseCode) return 'turned away'
  return code === 'EPROTOCOL' ? 'no mail server' : 'broke off'
}

const wantsPassword = 530

/** As Node names them: DEPTH_ZERO_SELF_SIGNED_CERT, ERR_TLS_CERT_ALTNAME_INVALID, UNABLE_TO_VERIFY_LEAF_SIGNATURE… */
function isAboutCertificate(code: string): boolean {
  return /CERT|LEAF_SIGNATURE|ISSUER|CRL/.test(code) && !code.startsWith('ERR_SSL')
}
