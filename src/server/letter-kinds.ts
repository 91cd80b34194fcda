import type { Db } from './db.ts'
import type { Deps } from './deps.ts'

/** Every kind of letter the house writes. Each room that writes one adds it here by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from elsewhere
export interface LetterKinds {}

export type LetterKind = keyof LetterKinds

/** A letter that is written when it leaves, as far as it is known before. */
export type Unwritten = { id: string; email: string; about: string; mailingId: string | null }

/** Whom one of them goes to: what her way out is signed by, and what she is called, where that is known. */
export type Addressee = { wayOut: string; name: string | null }

/** How one of them reads. */
export type Press = (letter: { id: string } & Addressee) => Words

export type Words = { subject: string; html: string; text: string; headers: Record<string, string> }

/** What one kind of letter is. Whoever sends, shows, moves or erases letters asks here. */
export type KindOfLetter = {
  /** what it is, for the owner's eyes */
  words: string
  /** its links are keys of ours: when the site moves, the address before them may change */
  hasOwnLinks: boolean
  /** whose words it holds, and who takes it along when erased: whoever gets it, or whoever an answer would go to */
  belongsTo: 'addressee' | 'writer'
  /** In the transaction that puts a kept one on its way again: what its links lead to must be open. */
  reopen?: (tx: Db, deps: Deps, texts: readonly string[]) => Promise<void>
  /** for one of which thousands leave together: not written until then */
  whenItLeaves?: {
    /** what she calls that which they bring, or are */
    noun: string
    /** Who of these it may still go to, by address. Asked as they are taken in hand, and once more at the gate. */
    mayGet: (tx: Db, emails: readonly string[], about: string) => Promise<Map<string, Addressee>>
    /** In the same transaction: what must be there when it arrives, as the link it brings. */
    prepare: (tx: Db, deps: Deps, letters: readonly Unwritten[]) => Promise<void>
    /** Set once for a heap of them, and filled in for each. */
    press: (tx: Db, deps: Deps, about: string) => Promise<Press>
    /** Why one that was not sent with the others cannot be sent any more, with the next step; null: it can. */
    whyItStays?: (tx: Db, deps: Deps, about: string) => Promise<string | null>
    /** Why a file must not go yet, with the next step; null: none that is to leave brings it. */
    whyFileStays: (tx: Db, name: string) => Promise<string | null>
  }
}

export type LetterKindTable = { readonly [Kind in LetterKind]: KindOfLetter }

/** Of a kind that a letter in the database has; null for one that is written no more. */
export function findKind(kinds: LetterKindTable, kind: string): KindOfLetter | null {
  return Object.hasOwn(kinds, kind) ? kinds[kind as LetterKind] : null
}
