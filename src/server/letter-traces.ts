import { deskPaths } from '#lib/desk-paths.ts'
import { letterOutcome } from '#lib/letter-outcome.ts'
import type { Db } from './db.ts'
import { findKind, type LetterKind, type LetterKindTable } from './letter-kinds.ts'
import { erased, onItsWay } from './letters.ts'
import { isId } from './mailings.ts'
import type { TraceHolder } from './traces.ts'

/** Letters to her, and those an answer to which would go to her. */
export function letterTraces(kinds: LetterKindTable): TraceHolder {
  return {
    name: 'letters',
    async find(db, { email, domain, isHers }) {
      const columns = ['id', 'kind', 'to_email', 'reply_to_email'] as const
      // A mailing's addresses are small already: of a hundred thousand the index finds hers.
      const ofMailings = await db
        .selectFrom('letters')
        .select(columns)
        .where('to_email', '=', email)
        .where('mailing_id', 'is not', null)
        .execute()
      const byThemselves = await db
        .selectFrom('letters')
        .select(columns)
        .where('mailing_id', 'is', null)
        .where(({ fn, eb }) =>
          eb.or([
            eb(fn('lower', ['to_email']), 'like', `%${domain}`),
            eb(fn('lower', ['reply_to_email']), 'like', `%${domain}`),
          ]),
        )
        .execute()
      // The author may be on her own list; what other people wrote to her is not her trace but theirs.
      const hers = [...ofMailings, ...byThemselves].filter(
        ({ kind, to_email, reply_to_email }) =>
          isHers(reply_to_email) || (isHers(to_email) && findKind(kinds, kind)?.belongsTo !== 'writer'),
      )
      if (hers.length === 0) return []
      const ids = hers.map(({ id }) => id)
      const letters = await db.selectFrom('letters').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
      return letters.map((row) => {
        const isToHer = isHers(row.to_email)
        const at = row.settled_at ?? row.created_at
        // What it is about is a file's name, or the id of a letter she wrote, which tells nobody anything.
        const about = row.about && !isId(row.about) ? [row.about] : []
        const what = row.subject || [findKind(kinds, row.kind)?.words ?? row.kind, ...about].join(': ')
        const line = { what, at, note: letterOutcome[row.state], href: deskPaths.letter(row.id) }
        return { id: row.id, row, line: isToHer ? line : null }
      })
    },
    async erase(tx, ids) {
      await tx.deleteFrom('letters').where('id', 'in', ids).where('mailing_id', 'is', null).execute()
      // What was counted in a mailing stays counted; whom it was about does not.
      const counted = await tx.selectFrom('letters').select(['id', 'state']).where('id', 'in', ids).execute()
      for (const { id, state } of counted) {
        const nobody = { to_email: `${erased}${id}`, error: null, subject: '', html: '', text: '', headers: '{}' }
        const isGoing = state === 'kept' || onItsWay.some((one) => one === state)
        await tx
          .updateTable('letters')
          .set({ ...nobody, ...(isGoing ? { state: 'skipped' } : {}) })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}

const left = ['sent', 'unknown', 'bounced', 'complained'] as const

/** Whether a letter to one of these has left since that moment, was written since and waits to, or is in somebody's hand. */
export async function hasSent(db: Db, emails: readonly string[], since: string): Promise<boolean> {
  const letter = await db
    .selectFrom('letters')
    .select('id')
    .where('to_email', 'in', emails)
    .where(({ eb, or, and }) =>
      or([
        eb('dispatched_at', '>=', since),
        and([eb('state', 'in', ['kept', 'leased', 'sending', ...left]), eb('created_at', '>=', since)]),
        and([eb('state', '=', 'queued'), eb('stream', '=', ''), eb('created_at', '>=', since)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return letter !== undefined
}

/** Whoever is forgotten gets none of these any more, from wherever it waits. One that is leaving this moment is let go. */
export async function forgetLettersTo(tx: Db, emails: readonly string[], kind: LetterKind): Promise<void> {
  await tx
    .deleteFrom('letters')
    .where('to_email', 'in', emails)
    .where('kind', '=', kind)
    .where('state', '!=', 'sending')
    .execute()
}
