import { z } from 'zod/mini'
import { isCleanText, longestEmail } from '#lib/email.ts'
import { shortText } from '#lib/fields.ts'

/** Fifty megabytes of text, however it is written. */
export const mostText = 50 * 1024 * 1024

/** What a column of a list from elsewhere holds. status: whatever says who may be written to, under its own heading. */
export const meanings = [
  'email',
  'name',
  'firstName',
  'lastName',
  'status',
  'joined',
  'confirmed',
  'tags',
  'none',
] as const
export type Meaning = (typeof meanings)[number]

const importLists = ['newsletter', 'readers'] as const
export type ImportList = (typeof importLists)[number]

const list = z._default(z.enum(importLists, 'There is no such list'), 'newsletter')

export const importPeopleInput = z.object({
  csv: z
    .string('Choose a CSV file')
    .check(z.minLength(1, 'The file is empty'), z.refine(isCleanText, 'The file has characters that cannot be kept')),
  fileName: z._default(z.string().check(z.maxLength(300), z.refine(isCleanText)), ''),
  list,
  /** how these people agreed, in the owner's words; a check does without */
  basis: z.optional(z.string().check(z.maxLength(500), z.refine(isCleanText))),
  /** what each column holds, in their order; absent: as understood here */
  columns: z.optional(z.array(z.enum(meanings, 'There is no such kind of column')).check(z.maxLength(500))),
  dryRun: z._default(z.boolean(), false),
})
export type ImportPeopleInput = z.infer<typeof importPeopleInput>

const noEmail = 'Please enter an email address'

export const addPersonInput = z.object({
  email: z.string(noEmail).check(z.trim(), z.minLength(1, noEmail), z.maxLength(longestEmail)),
  name: z.optional(z.string().check(z.maxLength(100), z.refine(isCleanText))),
  list,
  basis: shortText('How they agreed', 500),
})
export type AddPersonInput = z.infer<typeof addPersonInput>

/** What becomes of somebody in the list: the first two are written to, or may be once confirmed; nobody else is. */
export const fates = [
  'joins',
  'unconfirmed',
  'here',
  'left',
  'unreachable',
  'atRest',
  'unknown',
  'twice',
  'noAddress',
] as const
export type Fate = (typeof fates)[number]
export type Counts = Record<Fate, number>

export type ImportColumn = { heading: string; example: string; meaning: Meaning }

/** What an import would do; nothing has been done yet. */
export type ImportCheck = {
  /** people in the file: lines that are not empty, the headings apart */
  rows: number
  columns: ImportColumn[]
  counts: Counts
  /** a few of each, with the line of the file they stand in and why, where there is something to say */
  examples: Partial<Record<Fate, { line: number; email: string; why: string }[]>>
  /** what the owner should look at before she goes on */
  notes: string[]
}

export type PeopleImport = {
  id: string
  list: ImportList
  fileName: string
  basis: string
  state: 'running' | 'done' | 'undone'
  createdAt: string
  finishedAt: string | null
  rows: number
  /** of these, how many have been gone through */
  done: number
  counts: Counts
  /** absent while it may be undone, or has been */
  whyNotUndo?: string
}
