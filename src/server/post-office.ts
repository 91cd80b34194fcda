import { randomUUID } from 'node:crypto'
import { oneLine } from '#lib/email.ts'
import type { Deps } from './deps.ts'
import { longestTry } from './jobs.ts'
import type { MailingRow } from './letters.table.ts'
import { isOwnersAddress } from './letters.ts'
import { withListHeaders } from './list-headers.ts'
import { createPace, createSlots } from './mail-pace.ts'
import { createMailWatch, serverAwayPause } from './mail-watch.ts'
import { connectionsFor, type Letter, type Mailer, type Outcome } from './mailer.ts'
import { findDueMailings, findMailing, finishMailing, pauseMailing, setTrouble } from './mailings.ts'
import { createLedger, type InHand, longestPutOff, TakenOver } from './post-ledger.ts'
import { createRounds } from './rounds.ts'
import { StorageFault } from './storage-health.ts'
import { suppress } from './suppressions.ts'

const longestWait = 7 * 86_400_000
/** Of a letter that may have waited for days before one of them, because nobody ran or the day's share had left. */
const manyTries = 9
/** Hers have 200 characters at most. The names of readers that stand in them may be long, and hold anything. */
const longestSubject = 1_000
/** A pause or a stop is heard within this time, however high the pile. */
const hearEvery = 1_000
const noServer = 'No mail server is connected any more. Once one is named again in Settings, the rest goes out.'
const serverAway = 'The mail server does not answer. It is tried again every half minute.'

export type PostOffice = {
  start: () => void
  wake: () => void
  /** takes nothing new, and answers when what is in hand is settled */
  stop: () => Promise<void>
  /** delivers everything that is due and answers when it is done */
  runDue: () => Promise<void>
}

/** What leaves together: a mailing, or (null) every letter that goes by itself. */
type Stream = MailingRow | null

/**
 * The one sender: every letter leaves through here, by one gate, at one pace, with one watch over the mail server. Mailings
 * and letters by themselves go side by side. Several nodes may work on one stream: each letter is in one hand, and is
 * never sent twice by itself.
 */
export function createPostOffice(deps: Deps): PostOffice {
  const { db, env, log, now } = deps
  // Letters between the gate and the books: what a crash leaves uncertain is never more.
  const mostUncertain = connectionsFor(env.lettersPerSecond)
  const uncertain = createSlots(mostUncertain)
  // A twelfth of a second's work: the links of fifty letters are opened in 5 ms in one piece, those of sixteen in 1.4.
  const takenAtOnce = Math.min(256, Math.max(16, Math.ceil(env.lettersPerSecond / 12)))
  const ledger = createLedger(deps, randomUUID())
  // The mailer holds whatever is over its limit until the next second, and then lets it go at once: we stay below.
  const pace = createPace(0.95 * env.lettersPerSecond, mostUncertain)
  const watch = createMailWatch(deps)
  const begunAt = now().toISOString()
  let isStopping = false

  function toMessage({ row, words }: InHand): Letter {
    const { headers, ...letter } = words()
    return {
      ...letter,
      subject: oneLine(letter.subject, longestSubject),
      // Stable, so that a receiver who gets it twice after all can tell.
      messageId: `<${row.id}@${new URL(env.siteUrl).hostname}>`,
      from: { name: deps.site().author.name, address: deps.site().sender },
      to: { name: row.to_name, address: row.to_email },
      replyTo: row.reply_to_email ? { name: row.reply_to_name ?? '', address: row.reply_to_email } : null,
      headers: withListHeaders(headers, {
        siteUrl: env.siteUrl,
        stream: row.mailing_id ? `${row.mailing_id}:${row.kind}` : row.kind,
      }),
    }
  }

  /** Null: whoever knows this kind cannot write it, which is a fault of ours and no reason to try for ever. */
  async function writeOut(item: InHand): Promise<Letter | null> {
    try {
      return toMessage(item)
    } catch (error) {
      log.error('a letter cannot be written', { letter: item.row.id, kind: item.row.kind, error })
      await ledger.settle(item, { state: 'failed', error: 'it could not be written' })
      return null
    }
  }

  /** From the envelope to the books. Answers how it went, once that is written down; null when it is not ours to send. */
  async function deliver(mailer: Mailer, stream: Stream, item: InHand): Promise<Outcome | null> {
    let release = () => {}
    try {
      const message = await writeOut(item)
      if (!message) return null
      const outcome = await mailer.send(message, async () => {
        release = await uncertain.take()
        await ledger.gate(item)
      })
      const isWritten = writeDown(stream, item, outcome)
      // Whoever takes this place is written into the same commit or a later one: a crash finds one of the two, not both.
      release()
      await isWritten
      return outcome
    } catch (error) {
      if (error instanceof TakenOver) return null
      throw error
    } finally {
      release()
    }
  }

  async function writeDown(stream: Stream, item: InHand, outcome: Outcome): Promise<void> {
    const { row } = item
    if (outcome.kind === 'sent') return ledger.settle(item, { state: 'sent', error: null })
    const error = outcome.reason
    if (outcome.kind === 'unknown') return ledger.settle(item, { state: 'unknown', error })
    if (outcome.kind === 'refused') {
      const isGone = outcome.isAddressDead && !(await isOwnersAddress(db, deps, row.to_email))
      if (isGone) await suppress(db, deps.keyFor, row.to_email, 'bounced', now())
      return ledger.settle(item, { state: 'failed', error })
    }
    const at = now()
    const { oldest, fewestTries } = term()
    const waitsSince = row.queued_at ?? row.created_at
    // Of a mailing from its own first try: it may have waited for days before that, as any other for the site to start.
    const begins = stream ? at.toISOString() : waitsSince > begunAt ? waitsSince : begunAt
    const since = row.trying_since ?? begins
    // A mailing waits for a server that is away, and says so; a letter by itself has a day.
    const isWaiting = stream !== null && outcome.isServerAway
    // What begins slowly may have to wait for the next day's share with each of its tries.
    const isTriedEnough = row.attempts >= (stream?.per_day ? manyTries : fewestTries)
    const isOld = isTriedEnough && since < oldest
    if (isOld && !isWaiting) return ledger.settle(item, { state: 'failed', error })
    const delay = outcome.isServerAway ? serverAwayPause : backoff(row.attempts)
    const again = { at: new Date(at.getTime() + delay), since: isWaiting ? row.trying_since : since }
    return ledger.settle(item, { state: 'queued', error, again })
  }

  /** Works on one stream until nothing of it is due, it is told to rest, or the mail server is away. */
  async function work(stream: Stream): Promise<void> {
    const tally = { settled: 0, failed: 0 }
    const pile = createPile(stream)
    let isResting = false
    const isOver = () => isResting || isStopping || pile.isTold()

    /** False: no more for this hand. */
    async function carryOne(): Promise<boolean> {
      const item = await pile.next()
      if (!item) return false
      // A letter by itself is waited for by somebody.
      await pace.wait(isOver, stream === null)
      await pile.hear()
      // By whichever mail server the settings name now; without one the rest waits.
      const { mailer } = deps
      if (isOver() || !mailer) return false
      watch.meet(mailer)
      const outcome = await deliver(mailer, stream, item)
      if (!outcome) pile.lookAgain()
      if (!outcome) return true
      tally.settled++
      if (outcome.kind === 'refused') tally.failed++
      if (outcome.kind === 'sent') pace.speedUp()
      if (outcome.kind === 'deferred' && !outcome.isServerAway) pace.slowDown()
      if (!watch.learn(mailer, outcome)) isResting = true
      const reason = stream && reasonToPause(tally, watch.refusals())
      if (reason) await rest(stream, reason)
      if (reason) isResting = true
      return !isResting
    }
    async function carry() {
      while (await carryOne());
    }

    while (!watch.isThere() && (await watch.knock(carryOne)));
    if (watch.isThere() && stream?.trouble) await setTrouble(db, stream.id, null)
    // A mailing's hands outnumber the connections: while one waits for the books, another talks to the server.
    const most = (stream ? 2 : 1) * mostUncertain
    const hands = watch.isThere() ? most : 0
    // One hand may fall; the books are closed only when all the others have laid down what they hold.
    const ended = await Promise.allSettled(Array.from({ length: hands }, carry))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    await ledger.putBack(stream)
    if (stream) await setTrouble(db, stream.id, watch.hasFailed() ? serverAway : null)
    else if (watch.hasFailed()) await giveUpOld()
  }

  /** The letters of a stream that this node has taken in hand and not begun; filled up as long as they may be sent. */
  function createPile(stream: Stream) {
    let pile: InHand[] = []
    let heardAt = 0
    let isDone = false
    let isTold = false
    let looking: Promise<void> | null = null

    async function look() {
      isTold = stream !== null && (await findMailing(db, stream.id))?.state !== 'sending'
      heardAt = performance.now()
      if (isTold || isStopping || pile.length > 0) return
      const taken = await ledger.take(stream, takenAtOnce)
      if (taken) pile = taken
      else isDone = true
    }
    async function lookOnce() {
      looking ??= look().finally(() => {
        looking = null
      })
      await looking
    }
    return {
      /** told to rest */
      isTold: () => isTold,
      /** None: nothing more is due, or it was told to rest. */
      async next(): Promise<InHand | undefined> {
        while (pile.length === 0 && !isDone && !isTold && !isStopping) await lookOnce()
        return isTold || isStopping ? undefined : pile.shift()
      },
      async hear(): Promise<void> {
        if (performance.now() - heardAt > hearEvery) await lookOnce()
      },
      /** what it heard last is not true any more */
      lookAgain() {
        heardAt = Number.NEGATIVE_INFINITY
      },
    }
  }

  async function rest(mailing: MailingRow, trouble: string) {
    watch.forgetRefusals()
    await pauseMailing(deps, mailing.id, trouble)
  }

  /**
   * What is not taken is given up after a day. While nobody ran nothing was tried, though: in the first day after a start
   * only what was tried a week ago already, and many times since. So it is given up too where the site is started anew
   * each day.
   */
  function term() {
    const at = now().getTime()
    const isFirstDay = at - Date.parse(begunAt) <= longestTry
    const oldest = new Date(at - (isFirstDay ? longestWait : longestTry)).toISOString()
    return { oldest, fewestTries: isFirstDay ? manyTries : 0, isFirstDay }
  }

  /** While the server is away, also those that do not get to knock. */
  async function giveUpOld(): Promise<void> {
    const { oldest, fewestTries, isFirstDay } = term()
    await db
      .updateTable('letters')
      .set(({ fn, val }) => ({
        state: 'failed',
        error: fn.coalesce('error', val('the mail server is away')),
        settled_at: now().toISOString(),
      }))
      .where('stream', '=', '')
      .where('state', '=', 'queued')
      .where('attempts', '>=', fewestTries)
      .where(
        ({ ref, fn }) => (isFirstDay ? ref('trying_since') : fn.coalesce('trying_since', 'queued_at', 'created_at')),
        '<',
        oldest,
      )
      .execute()
  }

  /** What was to go by itself, and has no way to go any more. */
  async function keepAll(): Promise<void> {
    await db
      .updateTable('letters')
      .set({ state: 'kept' })
      .where('stream', '=', '')
      .where('state', '=', 'queued')
      .execute()
  }

  /** by their ids: one that is begun keeps no other from beginning */
  const atWork = new Map<string, Promise<void>>()
  /** what a later round has seen of one that was at work: letters may have been put into it */
  const seenSince = new Map<string, Stream>()
  const nameOf = (stream: Stream) => stream?.id ?? ''

  async function serve(first: Stream): Promise<void> {
    const name = nameOf(first)
    try {
      for (let next: Stream | undefined = first; next !== undefined && !isStopping; next = seenSince.get(name)) {
        seenSince.delete(name)
        await serveOnce(next)
      }
    } finally {
      atWork.delete(name)
      seenSince.delete(name)
    }
  }

  async function serveOnce(stream: Stream): Promise<void> {
    if (!deps.mailer) return stream ? setTrouble(db, stream.id, noServer) : keepAll()
    watch.meet(deps.mailer)
    // A mailing without trouble is new, or the owner has pressed a button: she may have mended the server just now.
    const isPressed = stream !== null && stream.trouble === null
    if (!watch.isSpared() || isPressed) await work(stream)
    if (stream) await finishMailing(deps, stream.id)
  }

  async function beginAll(): Promise<void> {
    if (isStopping) return
    await ledger.giveUpLost()
    for (const stream of [null, ...(await findDueMailings(db, now()))]) {
      const name = nameOf(stream)
      if (atWork.has(name)) {
        seenSince.set(name, stream)
        continue
      }
      const begun = serve(stream)
      atWork.set(name, begun)
      begun.catch((error) => {
        // What is wrong with the storage is said once, not at every round.
        if (!(error instanceof StorageFault)) log.error('post office round failed', { error })
      })
    }
  }

  const rounds = createRounds({ name: 'post office', log, runAll: beginAll })
  return {
    wake: rounds.look,
    start: rounds.start,
    async runDue() {
      await rounds.runDue()
      await Promise.all(atWork.values())
    },
    async stop() {
      isStopping = true
      await rounds.stop()
      await Promise.allSettled(atWork.values())
    },
  }
}

function reasonToPause({ settled, failed }: { settled: number; failed: number }, refusals: number): string | null {
  if (settled >= 10 && failed === settled)
    return 'The site has paused it: every letter so far was refused. Look at the reasons below before you go on.'
  if (settled >= 50 && failed > settled / 10)
    return 'The site has paused it: more than one letter in ten was refused. Look at the reasons below before you go on.'
  return refusals >= 10
    ? 'The site has paused it: the mail server refuses us. Look at its name and password in Settings, and send yourself a test letter there.'
    : null
}

/** Full jitter, from half a minute to six hours: a server that said "later" is not met by everybody at once. */
function backoff(attempts: number): number {
  return 30_000 + Math.random() * Math.min(longestPutOff - 30_000, 60_000 * 2 ** (attempts - 1))
}
