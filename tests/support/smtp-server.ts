import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type Received = { from: string; to: string[]; raw: string; mail: ParsedMail }

export type Refusal = { code: number; words: string }

/** What the server does instead of taking every letter. */
export type Script = {
  /** to whoever connects: closes the door, says nothing at all, or greets after so many milliseconds */
  greeting?: 'hang up' | 'silence' | number
  auth?: Refusal
  sender?: Refusal
  recipient?: Refusal
  /** after the whole letter was read, instead of 250 */
  letter?: Refusal
  /** `midway`: with the first bytes of the letter; `after the dot`: with all of it, and without an answer */
  hangUp?: 'at the recipient' | 'midway' | 'after the dot'
}

/** A real mail server on this machine that keeps what it gets, counts who comes, and can be told to misbehave. */
export async function openSmtp({ host = '127.0.0.1', isTls = false } = {}) {
  const received: Received[] = []
  const sockets = new Map<number, Socket>()
  let tellHungUp = () => {}
  const smtp = {
    received,
    script: {} as Script,
    /** what to say to one address, where not all are treated alike, and when: it may think it over */
    refuse: (_address: string): Refusal | undefined | Promise<Refusal | undefined> => undefined,
    /** what to say once it has a letter whole, and when */
    judge: (): Refusal | undefined | Promise<Refusal | undefined> => undefined,
    /** told of each letter it has, before whoever sent it is, who waits as long as this takes */
    onTaken: (): void | Promise<void> => {},
    /** how often somebody connected */
    connections: 0,
    /** how many of those are still there */
    openLines: () => [...sockets.values()].filter(({ destroyed }) => !destroyed).length,
    /** every address anybody asked to deliver to, also where nothing came of it */
    asked: [] as string[],
    /** answers when the script has cut a line */
    hungUp: new Promise<void>((resolve) => {
      tellHungUp = resolve
    }),
    port: 0,
    url: '',
    start,
    /** goes away: from now on a connection is refused */
    stop,
  }
  let server: SMTPServer

  const hangUp = (session: SMTPServerSession) => sockets.get(session.remotePort)?.once('close', tellHungUp).destroy()

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    if (smtp.script.hangUp === 'midway') stream.once('data', () => hangUp(session))
    const raw = await text(stream)
    if (smtp.script.hangUp === 'after the dot') return void hangUp(session)
    const no = smtp.script.letter ?? (await smtp.judge())
    if (no) throw refusal(no)
    const { mailFrom, rcptTo } = session.envelope
    const to = rcptTo.map(({ address }) => address)
    received.push({ from: mailFrom ? mailFrom.address : '', to, raw, mail: await simpleParser(raw) })
    await smtp.onTaken()
  }

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      disabledCommands: isTls ? [] : ['STARTTLS'],
      // The scripts write their own.
      hideENHANCEDSTATUSCODES: true,
      onConnect(_session, done) {
        const { greeting } = smtp.script
        if (greeting !== 'silence') setTimeout(done, Number(greeting ?? 0))
      },
      onAuth: ({ username }, _session, done) =>
        smtp.script.auth ? done(refusal(smtp.script.auth)) : done(null, { user: username }),
      onMailFrom: (_address, _session, done) => done(smtp.script.sender && refusal(smtp.script.sender)),
      async onRcptTo({ address }, session, done) {
        smtp.asked.push(address)
        if (smtp.script.hangUp === 'at the recipient') return void hangUp(session)
        const no = smtp.script.recipient ?? (await smtp.refuse(address))
        done(no && refusal(no))
      },
      onData(stream, session, done) {
        take(stream, session).then(
          () => smtp.script.hangUp !== 'after the dot' && done(),
          (error) => done(error),
        )
      },
    })
    // A line that breaks is what many of the tests are about.
    server.on('error', () => {})
    server.server.prependListener('connection', (socket: Socket) => {
      smtp.connections++
      sockets.set(socket.remotePort ?? 0, socket)
      if (smtp.script.greeting === 'hang up') socket.destroy()
    })
    await once(server.listen(smtp.port, host), 'listening')
    smtp.port = (server.server.address() as AddressInfo).port
    smtp.url = `smtp://${host}:${smtp.port}`
  }

  async function stop(): Promise<void> {
    if (!server.server.listening) return
    const closed = once(server.server, 'close')
    server.close()
    for (const socket of sockets.values()) socket.destroy()
    await closed
  }

  await start()
  return smtp
}

function refusal({ code, words }: Refusal): Error {
  return Object.assign(new Error(words), { responseCode: code })
}
