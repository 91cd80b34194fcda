import { createHash } from 'node:crypto'
import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { ownerAddress, writeLetter } from '#server/letters.ts'
import { clientHash, countWithin, insistWithin } from '#server/rate-limit.ts'
import type { ContactInput } from './contract.ts'
import { noticeLetter } from './emails.server.tsx'

const perClient = { most: 5, seconds: 3_600 }
const mostLinks = 3
const sameMessageMinutes = 10

/** Keeps the message first; the letter about it is written in the same breath and sent when there is a way. */
export async function sendMessage(deps: Deps, input: ContactInput, address: string): Promise<{ message: string }> {
  const { db, env, now } = deps
  if (env.isRateLimited) {
    await insistWithin(db, `contact:${await clientHash(db, address, now())}`, perClient, now())
  }
  if (input.company_url) await pretendToKeep(deps, input)
  else await deps.db.transaction().execute((tx) => keepMessage(tx, deps, input))
  deps.wakeWorker()
  return { message: "Thank you for reaching out. We'll get back to you soon." }
}

async function keepMessage(tx: Db, deps: Deps, input: ContactInput) {
  const at = deps.now()
  const isHeld = (input.message.match(/https?:\/\//gi) ?? []).length > mostLinks
  const kept = await tx
    .insertInto('contact_messages')
    .values({
      id: newId(at),
      name: input.name,
      email: input.email,
      message: input.message,
      state: isHeld ? 'held' : 'new',
      dedupe_key: dedupeKey(input, at),
      created_at: at.toISOString(),
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (kept && !isHeld) await writeNotice(tx, deps, input)
}

class Caught extends Error {}

/** What the trap has caught costs what a message costs, a commit included: the time must not tell that it was caught. */
async function pretendToKeep(deps: Deps, input: ContactInput) {
  const { db, now } = deps
  try {
    await db.transaction().execute(async (tx) => {
      await keepMessage(tx, deps, input)
      throw new Caught()
    })
  } catch (error) {
    if (!(error instanceof Caught)) throw error
  }
  await countWithin(db, 'contact:caught', { most: 1, seconds: 3_600 }, now())
}

/** The letter to the author, in the transaction that lets the message into her inbox. */
export async function writeNotice(tx: Db, deps: Deps, { name, email, message }: ContactInput): Promise<void> {
  const { author } = deps.site()
  const person = { name: oneLine(name, 100), email, message }
  await writeLetter(tx, deps, {
    kind: 'contact.notice',
    to: { name: author.name, address: await ownerAddress(tx, deps) },
    replyTo: { name: person.name, address: email },
    ...noticeLetter(author, person),
  })
}

function dedupeKey({ name, email, message }: ContactInput, at: Date): string {
  const stretch = Math.floor(at.getTime() / (sameMessageMinutes * 60_000))
  return createHash('sha256')
    .update(JSON.stringify([name, email.toLowerCase(), message, stretch]))
    .digest('base64url')
}

const keptMonths = 24

export async function forgetOldMessages(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths)
  await db.deleteFrom('contact_messages').where('created_at', '<', oldest.toISOString()).execute()
}
