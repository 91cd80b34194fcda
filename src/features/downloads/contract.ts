import { z } from 'zod/mini'
import type { PageWords } from '#features/words/contract.ts'
import type { Covered } from '#lib/cover.ts'
import { isEmail } from '#lib/email.ts'
import { nullableText } from '#lib/fields.ts'
import { longestTitle, mostReaders } from './content.ts'
import { type FileKind, fileNameRule, isFileName } from './file-name.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

const filename = z.string('Name the file').check(z.refine(isFileName, fileNameRule))
const email = z
  .string('Please enter a valid email address')
  .check(z.trim(), z.refine(isEmail, 'Please enter a valid email address'))

/** Addresses as they came; each is judged on its own, so that one bad line does not spoil ten thousand. */
export function subscribersUpTo(most: number) {
  return z
    .array(z.string('Every subscriber is an address'), 'Subscribers must be a list of addresses')
    .check(z.maxLength(most, `At most ${most.toLocaleString('en-CA')} subscribers at once`))
}

export const linkInput = z.object({ email, filename })
export const bulkInput = z.object({ subscribers: subscribersUpTo(mostReaders), filename })
export const sharedInput = z.object({
  filename,
  hoursToExpire: z._default(
    z
      .int('Hours must be a whole number from 1 to 168')
      .check(
        z.gte(1, 'Hours must be a whole number from 1 to 168'),
        z.lte(168, 'Hours must be a whole number from 1 to 168'),
      ),
    72,
  ),
})

/** What she says of a file. A cover is that of one of her books, or a picture she has uploaded. */
export const fileInput = z.object({
  title: nullableText('Title', longestTitle),
  cover: z.nullable(
    z.discriminatedUnion(
      'kind',
      [
        z.object({ kind: z.literal('book'), id: z.string().check(z.maxLength(64)) }),
        z.object({ kind: z.literal('image'), url: z.string().check(z.maxLength(300)) }),
      ],
      'That is no cover',
    ),
  ),
})
export type FileInput = z.infer<typeof fileInput>

export type DownloadLink = { email: string; downloadUrl: string | null; expiresIn: string | null; error: string | null }

export type SharedLink = { downloadUrl: string; expiresAt: string }

/** A link the author made by hand that still leads to the book. */
export type OpenLink = {
  id: string
  /** null: for whoever is given it */
  email: string | null
  downloads: number
  mostDownloads: number
  expiresAt: string
  downloadUrl: string
}

/** What is true of giving the book away before anything is pressed. */
export type DownloadsState = {
  /** whom a letter would go to */
  readers: number
  /** links for one reader each that were handed out and still lead to the book */
  handedLinks: number
}

export type OpenLinkPage = { links: OpenLink[]; next: string | null }

export type BookFile = {
  name: string
  size: number
  uploadedAt: string
  /** what it was called on the author's computer */
  uploadedAs: string | null
  /** what the book says of itself */
  title: string | null
  authors: string | null
  kind: FileKind
  /** what its page and its letters call it */
  called: string
  givenTitle: string | null
  /** as its page shows it */
  book: GivenBook
  cover: FileInput['cover']
  /** the one of the shelf that the spec's calls and screens begin with */
  isFree: boolean
  openLinks: number
  downloads: number
  /** the set of words of its own page */
  words: string
  /** why letters that bring it may speak of another book; null: they speak of this one */
  titleFault: string | null
}

/** A file with what its cover can be chosen from. */
export type OwnerFile = BookFile & { books: { id: string; title: string }[] }

/** A title with what it wears. */
export type GivenBook = Covered & { caption: string }

/** What is given away. `file` is its name in every call and letter; `isChosen`: one of her books, and not just a file. */
export type FreeBook = { title: string; file: string; isChosen: boolean }

/** What a letter's link leads to. */
export type Gift = {
  book: GivenBook
  kind: FileKind
  /** what this file's page says otherwise than the page of all of them */
  words: PageWords
  /** null: there is no such file at the moment */
  size: number | null
  expiresAt: string
  state: 'open' | 'expired' | 'revoked' | 'used' | 'removed'
  /** its reader may ask for a fresh one by mail */
  canBeRenewed: boolean
}
