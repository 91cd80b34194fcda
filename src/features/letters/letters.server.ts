import { linkToken, openLinks, reopenLinksOf } from '#features/downloads/service.server.ts'
import { placedAmong } from '#features/people/audience.server.ts'
import { unsubscribeHeaders, unsubscribeUrlFor } from '#features/people/leaving.server.ts'
import type { KindOfLetter } from '#server/letter-kinds.ts'
import { writtenPress } from './emails.server.tsx'
import { trialKind, writtenKind } from './kind.ts'
import { fileIn } from './letter-links.ts'
import { countedLinks } from './links.server.ts'
import { readLetter } from './reading.server.ts'
import { audienceOf, getLetterRow } from './service.server.ts'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'letters.written': true
    'letters.trial': true
  }
}

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
        return placedAmong(tx, emails, audienceOf(await getLetterRow(tx, id)))
      },
      async prepare(tx, deps, some) {
        const [{ about }] = some as [(typeof some)[number]]
        const row = await getLetterRow(tx, about)
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
        const letter = await readLetter(tx, deps, await getLetterRow(tx, id), counted)
        const fill = writtenPress({ siteUrl: env.siteUrl, ...site() }, letter)
        return ({ id: letterId, wayOut, name }) => {
          const unsubscribeUrl = unsubscribeUrlFor(deps, wayOut) + departure
          const getUrl = `${env.siteUrl}/get/${linkToken(deps, letterId)}`
          return {
            ...fill({ getUrl, unsubscribeUrl }, name),
            headers: unsubscribeHeaders(unsubscribeUrl, site().sender),
          }
        }
      },
    },
  },
} satisfies Record<string, KindOfLetter>
