import { decoded } from '#lib/url.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { MailboxFault, type MailboxPlace, withMailbox } from '#server/imap.ts'
import { openAnyLine, openPublicLine } from '#server/mail-line.ts'
import { countWithin, insistWithin } from '#server/rate-limit.ts'
import { readFact, writeFact } from '#server/site-facts.ts'
import type { LastLook, Look } from './contract.ts'
import { lookWords } from './look-words.ts'
import { readReport } from './report.server.ts'
import { takeEvent } from './service.server.ts'

const lookEvery = 300_000
const longestRound = 60_000
/** Her screen waits with her, and a site that stops gives whoever still asks ten seconds. */
const longestOnWish = 7_000
const mostAtOnce = 200
/** Whoever is told sends the beginning of the letter along, and that may hold pictures. */
const mostOfReport = 256 * 1024
const oldestDays = 30
const lookFact = 'bounce-mailbox'

/** Every few minutes, by one of the nodes. */
export function startMailboxRounds(deps: Deps): () => void {
  let round: Promise<unknown> = Promise.resolve()
  const leaving = new AbortController()
  const timer = setInterval(() => {
    round = round
      .then(() => lookByTurn(deps, leaving.signal))
      .catch((error) => leaving.signal.aborted || deps.log.error('mailbox round failed', { error }))
  }, lookEvery)
  return () => {
    clearInterval(timer)
    leaving.abort()
  }
}

async function lookByTurn(deps: Deps, leaving: AbortSignal): Promise<void> {
  const { db, env, now } = deps
  const turn = { most: 1, seconds: lookEvery / 1_000 - 60 }
  if (!env.bounceMailbox || leaving.aborted || !(await countWithin(db, 'mailbox:turn', turn, now()))) return
  const { look: before } = await readLastLook(deps)
  const look = await lookInMailbox(deps, longestRound, leaving)
  // Once, and not every few minutes for as long as it lasts.
  if (!look.isTaken && look.outcome !== before?.outcome) deps.log.warn('mailbox not read', { why: look.outcome })
}

const wishes = { most: 20, seconds: 600 }

/** The owner's button: a look that is also a test. */
export async function lookOnWish(deps: Deps): Promise<Look> {
  const { db, env, now } = deps
  if (env.isRateLimited) await insistWithin(db, 'mailbox:wish', wishes, now())
  if (!env.bounceMailbox) throw new AppError('conflict', 'Name a mailbox first, and save it.')
  return lookInMailbox(deps, longestOnWish)
}

export async function readLastLook({ db }: Pick<Deps, 'db'>): Promise<LastLook> {
  const kept = await readFact(db, lookFact)
  return { look: kept ? JSON.parse(kept) : null }
}

async function lookInMailbox(deps: Deps, longest: number, leaving?: AbortSignal): Promise<Look> {
  const place = placeOf(deps.env.bounceMailbox ?? '')
  const end = AbortSignal.any([AbortSignal.timeout(longest), ...(leaving ? [leaving] : [])])
  let heard: number | null = null
  const hear = (count: number) => {
    heard = count
  }
  const look = await readReports(deps, place, end, hear).then(
    () => lookWords('opened', place, heard),
    (error) => {
      if (!(error instanceof MailboxFault) || leaving?.aborted) throw error
      // Of an open mailbox the next look reads on: what was read by then is marked.
      return lookWords(error.why === 'hangs' && heard !== null ? 'slow' : error.why, place, heard)
    },
  )
  await writeFact(deps.db, lookFact, JSON.stringify({ ...look, at: deps.now().toISOString() }))
  return look
}

/**
 * Only what a mail server's report is, and of that only what is about a letter of ours, is marked as seen: it may be the
 * mailbox she reads every day. Marked once it is acted on, so that what a crash leaves is found again.
 */
function readReports(deps: Deps, place: MailboxPlace, end: AbortSignal, hear: (count: number) => void): Promise<void> {
  const { env, now } = deps
  const openLine = env.settings.BOUNCE_IMAP_URL === undefined ? openPublicLine : openAnyLine
  return withMailbox(place, { openLine, end }, async (mailbox) => {
    const since = new Date(now().getTime() - oldestDays * 86_400_000)
    const found = await mailbox.search(`UNSEEN SINCE ${imapDay(since)} HEADER Content-Type "multipart/report"`)
    let heard = 0
    hear(heard)
    for (const id of found.slice(-mostAtOnce)) {
      const event = readReport(await mailbox.read(id, mostOfReport))
      if (!event || !(await takeEvent(deps, 'a mail server’s report', event))) continue
      await mailbox.markSeen(id)
      hear(++heard)
    }
  })
}

function placeOf(url: string): MailboxPlace {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const isTls = protocol === 'imaps:'
  const [user = '', word = '', folder = ''] = [username, password, pathname.slice(1)].map(decoded)
  return {
    host: hostname,
    port: Number(port) || (isTls ? 993 : 143),
    isTls,
    user,
    password: word,
    folder: folder || 'INBOX',
  }
}

/** 16-Dec-2025, in the language of mailboxes. */
function imapDay(day: Date): string {
  const [, date = '', month = '', year = ''] = day.toUTCString().split(' ')
  return `${date}-${month}-${year}`
}
