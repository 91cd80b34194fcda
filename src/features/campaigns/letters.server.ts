import {
  findRemoved,
  holdBookFile,
  linkToken,
  openLinks,
  reopenLinksOf,
  titleOfFile,
} from '#features/downloads/service.server.ts'
import { unsubscribeHeaders, unsubscribeUrlFor } from '#features/people/leaving.server.ts'
import { knownAmong } from '#features/people/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { KindOfLetter, LetterKind, Press } from '#server/letter-kinds.ts'
import { haveLetterWaiting } from '#server/letters.ts'
import { isBeingSent } from '#server/mailings.ts'
import { freeBookPress } from './emails.server.tsx'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'campaigns.book': true
  }
}

export const bookLetterKind = 'campaigns.book' satisfies LetterKind

/** Asked for with each heap of letters: her words and the address at their foot may have changed. */
export function pressFor(deps: Deps, fileName: string): Press {
  const { env, site } = deps
  const press = freeBookPress(site(), { siteUrl: env.siteUrl, title: titleOfFile(site(), fileName) })
  const sender = site().sender
  return ({ id, wayOut }) => {
    const unsubscribeUrl = unsubscribeUrlFor(deps, wayOut)
    return {
      ...press({ getUrl: `${env.siteUrl}/get/${linkToken(deps, id)}`, unsubscribeUrl }),
      headers: unsubscribeHeaders(unsubscribeUrl, sender),
    }
  }
}

export const campaignLetters = {
  [bookLetterKind]: {
    words: 'Free book',
    hasOwnLinks: true,
    belongsTo: 'addressee',
    reopen: reopenLinksOf,
    whenItLeaves: {
      noun: 'book',
      async mayGet(tx, emails) {
        const known = await knownAmong(tx, emails)
        return new Map([...known].map(([email, wayOut]) => [email, { wayOut, name: null }]))
      },
      prepare: openLinks,
      press: async (_tx, deps, fileName) => pressFor(deps, fileName),
      async whyItStays(tx, deps, name) {
        // Held first: whoever removes it in this very moment is waited for. One that was never here may come yet.
        const isGone = !(await holdBookFile(tx, deps, name)) && (await findRemoved(tx, name)) !== null
        return isGone ? `The file it brings, ${name}, is not here any more. Upload it again under Files first.` : null
      },
      async whyFileStays(tx, name) {
        if (await isBeingSent(tx, { kind: bookLetterKind, about: name }))
          return 'Letters that bring this file are on their way. Wait until that is done, or stop it first.'
        return (await haveLetterWaiting(tx, bookLetterKind, name)).size > 0
          ? 'Letters that bring this file lie in your outbox. Send them from there first, or take them back under Send emails.'
          : null
      },
    },
  },
} satisfies Record<string, KindOfLetter>
