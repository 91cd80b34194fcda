import { linkToken, openLinks, reopenLinksOf } from '#features/downloads/service.server.ts'
import { placedAmong } from '#features/people/audience.server.ts'
import { unsubscribeHeaders, unsubscribeUrlFor } from '#features/people/leaving.server.ts'
import type { KindOfLetter } from '#server/letter-kinds.ts'
import { isBeingSent } from '#server/mailings.ts'
import { findStop, findStopOfSent } from './checks.server.ts'
import { writtenPress } from './emails.server.tsx'
import { trialKind, writtenKind } from './kind.ts'
import { fileIn, filesIn } from './letter-links.ts'
import { greet } from './letter-parts.ts'
import { countedLinks } from './links.server.ts'
import { readLetter } from './reading.server.ts'
import { findLetterRow, findPlaceOf, listToLeave, stateOf } from './service.server.ts'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'letters.written': true
    'letters.trial': true
  }
}

const draftAgain =
  'This letter is a draft again. Send it from Letters; whoever may have it already gets a new one, or none.'

export const writtenLetters = {
  [trialKind]: { words: 'A trial of your letter', hasOwnLinks: true, belongsTo: 'addressee' },
  [writtenKind]: {
    words: 'Your letter',
    hasOwnLinks: true,
    belongsTo: 'addressee',
    reopen: reopenLinksOf,
    whenItLeaves: {
      noun: 'letter',
      async mayGet(tx, emails, id) {
        const place = await findPlaceOf(tx, id)
        return place ? placedAmong(tx, emails, place) : new Map()
      },
      async prepare(tx, deps, some) {
        const [{ about }] = some as [(typeof some)[number]]
        const row = await findLetterRow(tx, about)
        if (!row) return
        const file = fileIn(row)
        if (file)
          await openLinks(
            tx,
            deps,
            some.map((one) => ({ ...one, about: file })),
          )
        // From now on it has been sent, and may be read on the site.
        if (row.sent_at) return
        const sent_at = deps.now().toISOString()
        await tx
          .updateTable('written_letters')
          .set({ sent_at })
          .where('id', '=', about)
          .where('sent_at', 'is', null)
          .execute()
      },
      async press(tx, deps, id) {
        const { env, site } = deps
        const { counted, departure } = await countedLinks(tx, deps, id)
        const row = await findLetterRow(tx, id)
        // Gone for good: nobody gets it any more, and the outbox has nothing to show.
        if (!row) return () => ({ subject: '', html: '', text: '', headers: {} })
        const letter = await readLetter(tx, deps, row, counted)
        const fill = writtenPress(site(), env.siteUrl, letter)
        return ({ id: letterId, wayOut, name }) => {
          const unsubscribeUrl = unsubscribeUrlFor(deps, wayOut) + departure
          const getUrl = `${env.siteUrl}/get/${linkToken(deps, letterId)}`
          return {
            ...fill({ getUrl, unsubscribeUrl }, name),
            headers: unsubscribeHeaders(unsubscribeUrl, site().sender),
          }
        }
      },
      async whyItStays(tx, deps, id) {
        const row = await findLetterRow(tx, id)
        if (!row) return null
        const within = { ...deps, db: tx }
        const { state } = await stateOf(within, row)
        // Its words may be half changed, and one that left would count as the letter's leaving.
        if (state === 'draft') return draftAgain
        if (state === 'scheduled') return 'This letter waits for its moment. Until then it goes to nobody.'
        return state === 'by itself' ? findStop(within, row) : findStopOfSent(within, row)
      },
      async whyFileStays(tx, name) {
        const row = (await listToLeave(tx)).find((row) => filesIn(row).includes(name))
        if (!row) return null
        const subject = `“${greet(row.title, (fallback) => fallback)}”`
        if (row.welcome_days !== null)
          return `${subject} brings this file, and goes by itself to whoever joins. Turn that off first, or take the file out of it.`
        if (row.due_at)
          return `${subject} brings this file, and waits for its moment. Take it back first, or take the file out of it.`
        return (await isBeingSent(tx, { kind: writtenKind, about: row.id }))
          ? `${subject} brings this file, and is on its way. Wait until that is done, or stop it first.`
          : `${subject} brings this file, and lies in your outbox. Send it from there first, or take it back.`
      },
    },
  },
} satisfies Record<string, KindOfLetter>
