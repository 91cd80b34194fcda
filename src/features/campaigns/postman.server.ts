import { randomUUID } from 'node:crypto'
import { linkToken } from '#features/downloads/service.server.ts'
import { unsubscribeHeaders, unsubscribeUrlFor } from '#features/people/leaving.server.ts'
import type { Deps } from '#server/deps.ts'
import { longestTry } from '#server/jobs.ts'
import { withListHeaders } from '#server/list-headers.ts'
import { connectionsFor, type Letter, type Mailer, type Outcome } from '#server/mailer.ts'
import { createRounds } from '#server/rounds.ts'
import { StorageFault } from '#server/storage-health.ts'
import { suppress } from '#server/suppressions.ts'
import { longestHold } from './contract.ts'
import type { Press } from './emails.server.tsx'
import { createLedger, type InHand, longestPutOff, TakenOver } from './ledger.server.ts'
import { lockCampaign } from './outcome.server.ts'
import { createPace, createSlots } from './pace.ts'
import { bookLetterKind, pressFor } from './single.server.ts'
import type { CampaignRow } from './tables.server.ts'

/** A pause or a stop is heard within this time, however high the pile. */
const hearEvery = 1_000
const serverAwayPause = 30_000
const noServer = 'No mail server is connected any more. Once one is named again in Settings, the rest goes out.'
const serverAway = 'The mail server does not answer. It is tried again every half minute.'

export type Postman = {
  start: () => void
  wake: () => void
  /** takes nothing new, and answers when what is in hand is settled */
  stop: () => Promise<void>
  /** delivers everything that is due and answers when it is done */
  runDue: () => Promise<void>
}

/** Carries campaigns out. Several nodes may work on one: each letter is in one hand, and is never sent twice by itself. */
export function createPostman(deps: Deps): Postman {
  const { db, env, log, now } = deps
  // Letters between the gate and the books: what a crash leaves uncertain is never more.
  const mostUncertain = connectionsFor(env.lettersPerSecond)
  const uncertain = createSlots(mostUncertain)
  // A quarter of a second's work: a higher pile would hold every reader's page up while it is taken.
  const takenAtOnce = Math.min(256, Math.max(16, Math.ceil(env.lettersPerSecond / 4)))
  const ledger = createLedger(deps, randomUUID())
  // The mailer holds whatever is over its limit until the next second, and then lets it go at once: we stay below.
  const pace = createPace(0.95 * env.lettersPerSecond)
  let isStopping = false
  let server: 'new' | 'there' | 'away' = 'new'
  let awayUntil = 0
  let refusals = 0
  let known = deps.mailer

  /** Longer than the pause it can only be after the clock was set back. */
  function isAway(): boolean {
    const pause = awayUntil - now().getTime()
    return pause > 0 && pause <= serverAwayPause
  }

  /** What was learnt of one mail server says nothing about the next. */
  function meetServer(): void {
    if (deps.mailer === known) return
    known = deps.mailer
    server = 'new'
    awayUntil = 0
    refusals = 0
  }

  function toLetter(campaign: CampaignRow, press: Press, { id, email, personId }: InHand): Letter {
    const unsubscribeUrl = unsubscribeUrlFor(deps, personId)
    const words = press({ getUrl: `${env.siteUrl}/get/${linkToken(deps, id)}`, unsubscribeUrl })
    return {
      ...words,
      // Stable, so that a receiver who gets it twice after all can tell.
      messageId: `<${id}@${new URL(env.siteUrl).hostname}>`,
      from: { name: deps.site().author.name, address: deps.site().sender },
      to: { name: '', address: email },
      replyTo: null,
      headers: withListHeaders(unsubscribeHeaders(unsubscribeUrl, deps.site().sender), {
        siteUrl: env.siteUrl,
        stream: `${campaign.id}:${bookLetterKind}`,
      }),
    }
  }

  /** From the envelope to the books. Answers how it went, once that is written down; null when another has it. */
  async function deliver(mailer: Mailer, item: InHand, letter: Letter): Promise<Outcome | null> {
    let release = () => {}
    try {
      const outcome = await mailer.send(letter, async () => {
        release = await uncertain.take()
        await ledger.gate(item)
      })
      const written = writeDown(item, outcome)
      // Whoever takes this place is written into the same commit or a later one: a crash finds one of the two, not both.
      release()
      await written
      return outcome
    } catch (error) {
      if (error instanceof TakenOver) return null
      throw error
    } finally {
      release()
    }
  }

  async function writeDown(item: InHand, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'sent') return ledger.settle(item, { state: 'sent', error: null })
    const error = outcome.reason
    if (outcome.kind === 'unknown') return ledger.settle(item, { state: 'unknown', error })
    if (outcome.kind === 'refused') {
      if (outcome.isAddressDead) await suppress(db, deps.keyFor, item.email, 'bounced', now())
      return ledger.settle(item, { state: 'failed', error })
    }
    const delay = outcome.isServerAway ? serverAwayPause : backoff(item.attempts)
    return ledger.settle(item, { state: 'queued', error, nextAt: new Date(now().getTime() + delay) })
  }

  /** What one outcome says about the server, and about the whole campaign. */
  function learn(outcome: Outcome): 'go on' | 'wait' {
    if (outcome.kind === 'sent') pace.speedUp()
    if (outcome.kind === 'deferred' && !outcome.isServerAway) pace.slowDown()
    // A line that broke after the dot is a bad sign too: the next letter might end as uncertain as this one.
    const isAway = outcome.kind === 'unknown' || (outcome.kind === 'deferred' && outcome.isServerAway)
    refusals = outcome.kind === 'deferred' && outcome.isOurFault ? refusals + 1 : isAway ? refusals : 0
    if (!isAway) {
      server = 'there'
      return 'go on'
    }
    if (server !== 'away') log.warn('mail server away', { reason: outcome.reason })
    server = 'away'
    awayUntil = now().getTime() + serverAwayPause
    return 'wait'
  }

  /** Works on one campaign until nothing of it is due, it is told to rest, or the mail server is away. */
  async function work(campaign: CampaignRow): Promise<void> {
    const press = pressFor(deps, campaign.file_name)
    const tally = { settled: 0, failed: 0 }
    const pile = createPile(campaign)
    let isResting = false
    const isOver = () => isResting || isStopping || pile.isDone()

    /** False: no more for this hand. */
    async function carryOne(): Promise<boolean> {
      // First the wait, then a letter: what is told meanwhile is heard before one is taken.
      await pace.wait(isOver)
      const item = isOver() ? undefined : await pile.next()
      // By whichever mail server the settings name now; without one the rest waits.
      const { mailer } = deps
      if (!item || !mailer) return false
      meetServer()
      const outcome = await deliver(mailer, item, toLetter(campaign, press, item))
      if (!outcome) pile.lookAgain()
      if (!outcome) return true
      tally.settled++
      if (outcome.kind === 'refused') tally.failed++
      if (deps.mailer === mailer && learn(outcome) === 'wait') isResting = true
      const reason = reasonToPause(tally)
      if (reason) await pause(campaign, reason)
      if (reason) isResting = true
      return !isResting
    }
    async function carry() {
      while (await carryOne());
    }

    // Until the server has taken one, a single letter knocks and the others wait to hear how it went.
    if (server !== 'there') await carryOne()
    if (server === 'there' && campaign.trouble) await setTrouble(campaign, null)
    const hands = server === 'there' ? 2 * mostUncertain : 0
    // One hand may fall; the books are closed only when all the others have laid down what they hold.
    const ended = await Promise.allSettled(Array.from({ length: hands }, carry))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    await ledger.putBack(campaign)
    await setTrouble(campaign, server === 'away' ? serverAway : null)
  }

  /** The letters of a campaign that this node has taken in hand and not begun; filled up as long as it may be sent. */
  function createPile(campaign: CampaignRow) {
    let pile: InHand[] = []
    let heardAt = 0
    let isDone = false
    let looking: Promise<void> | null = null

    async function look() {
      const { state } = await db
        .selectFrom('campaigns')
        .select('state')
        .where('id', '=', campaign.id)
        .executeTakeFirstOrThrow()
      heardAt = performance.now()
      if (state !== 'sending' || isStopping) pile = []
      else if (pile.length === 0) pile = await ledger.take(campaign, takenAtOnce)
      isDone = pile.length === 0
    }
    return {
      /** nothing more was due, or it was told to rest */
      isDone: () => isDone,
      async next(): Promise<InHand | undefined> {
        if (pile.length === 0 || performance.now() - heardAt > hearEvery) {
          looking ??= look().finally(() => {
            looking = null
          })
          await looking
        }
        return pile.shift()
      },
      /** what it heard last is not true any more */
      lookAgain() {
        heardAt = Number.NEGATIVE_INFINITY
      },
    }
  }

  function reasonToPause({ settled, failed }: { settled: number; failed: number }): string | null {
    if (settled >= 10 && failed === settled)
      return 'The site has paused it: every letter so far was refused. Look at the reasons below before you go on.'
    if (settled >= 50 && failed > settled / 10)
      return 'The site has paused it: more than one letter in ten was refused. Look at the reasons below before you go on.'
    return refusals >= 10
      ? 'The site has paused it: the mail server refuses us. Look at its name and password in Settings, and send yourself a test letter there.'
      : null
  }

  async function pause(campaign: CampaignRow, trouble: string) {
    refusals = 0
    await db
      .updateTable('campaigns')
      .set({ state: 'paused', trouble })
      .where('id', '=', campaign.id)
      .where('state', '=', 'sending')
      .execute()
  }

  async function setTrouble(campaign: CampaignRow, trouble: string | null) {
    await db
      .updateTable('campaigns')
      .set({ trouble })
      .where('id', '=', campaign.id)
      .where('state', '=', 'sending')
      .execute()
  }

  /** Nothing is on its way any more and nothing waits: it is done. */
  async function finish(campaign: CampaignRow): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockCampaign(tx, deps, campaign.id)
      const waiting = await tx
        .selectFrom('deliveries')
        .select('id')
        .where('campaign_id', '=', campaign.id)
        .where('state', 'in', ['queued', 'leased', 'sending'])
        .limit(1)
        .executeTakeFirst()
      if (waiting) return
      await tx
        .updateTable('campaigns')
        .set({ state: 'done', trouble: null, finished_at: now().toISOString() })
        .where('id', '=', campaign.id)
        .where('state', '=', 'sending')
        .execute()
    })
  }

  async function giveUpOld(campaign: CampaignRow): Promise<void> {
    const oldest = new Date(now().getTime() - longestTry).toISOString()
    if (campaign.starts_at > oldest) return
    await db
      .updateTable('deliveries')
      .set({ state: 'failed', settled_at: now().toISOString() })
      .where('campaign_id', '=', campaign.id)
      .where('state', '=', 'queued')
      .where('attempts', '>', 0)
      .where('next_at', '<=', now().toISOString())
      .execute()
  }

  /** by their ids: one that is begun keeps no other from beginning */
  const atWork = new Map<string, Promise<void>>()
  /** what a later round has seen of one that was at work: letters may have been put back into it */
  const seenSince = new Map<string, CampaignRow>()

  async function serve(first: CampaignRow): Promise<void> {
    const { id } = first
    try {
      for (let next: CampaignRow | undefined = first; next && !isStopping; next = seenSince.get(id)) {
        seenSince.delete(id)
        await serveOnce(next)
      }
    } finally {
      atWork.delete(id)
      seenSince.delete(id)
    }
  }

  async function serveOnce(campaign: CampaignRow): Promise<void> {
    if (!deps.mailer) return setTrouble(campaign, noServer)
    await giveUpOld(campaign)
    meetServer()
    // A campaign without trouble is new, or the owner has pressed a button: she may have mended the server just now.
    if (!isAway() || campaign.trouble === null) await work(campaign)
    await finish(campaign)
  }

  async function beginAll(): Promise<void> {
    if (isStopping) return
    await ledger.giveUpLost()
    const campaigns = await db
      .selectFrom('campaigns')
      .selectAll()
      .where('state', '=', 'sending')
      // Further ahead than the longest hold it can only be after the clock was set back.
      .where((or) =>
        or.or([or('starts_at', '<=', now().toISOString()), or('starts_at', '>', inSeconds(now(), longestHold + 60))]),
      )
      .orderBy('created_at')
      .execute()
    for (const campaign of campaigns) {
      if (atWork.has(campaign.id)) {
        seenSince.set(campaign.id, campaign)
        continue
      }
      const begun = serve(campaign)
      atWork.set(campaign.id, begun)
      begun.catch((error) => {
        // What is wrong with the storage is said once, not at every round.
        if (!(error instanceof StorageFault)) log.error('postman round failed', { error })
      })
    }
  }

  const rounds = createRounds({ name: 'postman', log, runAll: beginAll })
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

function inSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString()
}

/** Full jitter, from half a minute to six hours: a server that said "later" is not met by everybody at once. */
function backoff(attempts: number): number {
  return 30_000 + Math.random() * Math.min(longestPutOff - 30_000, 60_000 * 2 ** (attempts - 1))
}
