import type { Value } from '#server/backup/rows.ts'
import { commandLine } from '#server/installation.ts'

/** A table as it stands in the ZIP. */
export type Part = {
  table: string
  /** where, without its ending */
  file: string
  /** what is in it, for whoever opens the ZIP */
  words: string
  /** these columns and no others */
  only?: readonly string[]
  /** columns that stay here, and what stands there when the rows come back */
  without?: Readonly<Record<string, Value>>
  /** columns that hold JSON, and are written out as what it says */
  json?: readonly string[]
  /** also as a table for spreadsheets */
  isList?: true
}

/** What she has written: a file each, with its words below what is known of them. */
export type WrittenPart = Omit<Part, 'file' | 'only' | 'isList'> & {
  folder: string
  /** what one of them is called in `slugs` and elsewhere */
  kind: string
  /** a second text, in a file of its own */
  beside?: string
}

export const writtenParts: readonly WrittenPart[] = [
  { table: 'posts', kind: 'post', folder: 'posts', words: 'the posts of the blog', json: ['tags'] },
  {
    table: 'short_stories',
    kind: 'story',
    folder: 'stories',
    words: 'the short stories',
    // Drawn for it, and drawn again when somebody asks.
    without: { art: '' },
  },
  {
    table: 'books',
    kind: 'book',
    folder: 'books',
    words: 'a book each: its description, and its opening pages in the file beside it',
    json: ['cover', 'shops', 'editions', 'praise'],
    beside: 'opening',
  },
  {
    table: 'written_letters',
    kind: 'letter',
    folder: 'letters',
    words: 'the letters you have written to your readers',
    json: ['audience'],
  },
]

export const parts: readonly Part[] = [
  { table: 'profile', file: 'site/profile', words: 'what My Site holds: name, bios, menu, colours', json: ['fields'] },
  { table: 'page_words', file: 'site/words', words: 'what pages and letters say otherwise', json: ['fields'] },
  {
    table: 'page_words_versions',
    file: 'site/words-before',
    words: 'what they said before',
    json: ['fields'],
  },
  { table: 'consent_wordings', file: 'site/consent-texts', words: 'the texts people have agreed to' },
  { table: 'book_series', file: 'site/series', words: 'the shelves your books stand on' },
  { table: 'book_roles', file: 'site/offers', words: 'the advance copy and the free book' },
  {
    table: 'slugs',
    file: 'site/addresses',
    words: 'every address that leads to something or did once',
    isList: true,
  },
  {
    table: 'old_addresses',
    file: 'site/old-addresses',
    words: 'addresses of a site you had before, and the post each leads to',
    isList: true,
  },
  { table: 'imported', file: 'writing/imported', words: 'what came from that site, so that it comes once' },
  {
    table: 'settings',
    file: 'site/settings',
    words: 'what is set for people and letters',
    only: ['postal_address', 'is_double_opt_in', 'mail_from', 'provider_group'],
  },
  {
    table: 'settings',
    file: 'site/connections',
    words: 'what the site was connected to, to be typed anew with its passwords',
    only: [
      ...['site_url', 'mail_host', 'mail_port', 'mail_is_tls', 'mail_user'],
      ...['dkim_domain', 'dkim_selector', 'ses_topic'],
    ],
  },
  { table: 'working_copies', file: 'writing/unsaved', words: 'what was typed and not saved yet', json: ['fields'] },
  {
    table: 'versions',
    file: 'writing/versions',
    words: 'what your texts said before',
    json: ['pictures', 'row'],
  },
  { table: 'removed_files', file: 'files/removed', words: 'files you once gave away' },
  {
    table: 'download_links',
    file: 'files/links',
    words: 'links to your files, and how often each was used',
    isList: true,
  },
  {
    table: 'people',
    file: 'people/people',
    words: 'everybody whose address you have',
    // Made of the address and a key that stays here.
    without: { email_hash: null },
    isList: true,
  },
  { table: 'memberships', file: 'people/memberships', words: 'who is on which list', isList: true },
  { table: 'person_tags', file: 'people/tags', words: 'your tags', isList: true },
  { table: 'consents', file: 'people/consents', words: 'who agreed to what, when and where', isList: true },
  {
    table: 'people_imports',
    file: 'people/imports',
    words: 'lists you have brought along',
    // The list itself, which is there only while it is gone through.
    without: { csv: null },
    json: ['columns', 'counts'],
  },
  { table: 'contact_messages', file: 'messages/messages', words: 'what readers have written to you', isList: true },
  { table: 'mailings', file: 'letters/mailings', words: 'what went out to many at once', isList: true },
  {
    table: 'letters',
    file: 'letters/recipients',
    words: 'each letter that was sent, to whom, and what became of it',
    // They hold links that only their reader may have.
    without: { html: '', text: '', headers: '{}' },
    isList: true,
  },
  {
    table: 'letter_links',
    file: 'letters/links',
    words: 'how often links in your letters were followed',
    isList: true,
  },
  { table: 'daily_counts', file: 'numbers/days', words: 'what each day added up to', isList: true },
  { table: 'weekly_letters', file: 'numbers/weekly-letters', words: 'the Mondays you had a letter about them' },
]

/** What is put together in a way of its own. */
export const otherParts = {
  images: { file: 'pictures/pictures', words: 'what is known of them, by name' },
  book_files: { file: 'files/files', words: 'what is known of them' },
  suppressions: { file: 'people/refused', words: 'who gets no letter any more, and why' },
  site_facts: { file: 'site/wishes', words: 'what you have asked for, or put away for good' },
} as const

/** Of what a site remembers of itself, what its owner has decided. */
export const wishes = ['weekly-letter', 'first-steps-dismissed', 'sample-author']

/** Why the rest stays here. */
export const notExported: Readonly<Record<string, string>> = {
  owners: 'holds a password',
  owner_sessions: 'opens the desk',
  owner_tickets: 'opens the desk',
  recovery_codes: 'opens the desk',
  sign_in_limits: 'guards this desk',
  owner_events: 'speaks of this desk',
  reading_links: 'opens what is not out',
  rate_counts: 'guards this site',
  day_salts: 'is forgotten after two days',
  visitor_salts: 'is forgotten after a day',
  day_visitors: 'is forgotten after a day',
  views: 'is forgotten after thirty days; what they add up to is in it',
  jobs: 'is this site’s work',
  loose_files: 'is this site’s work',
  provider_syncs: 'is a conversation of this site',
  removed_samples: 'is not hers',
}

/** The last file of an export. Without it, it is none, or not all of one. */
export const markName = 'frontispiece.json'
export const product = 'Frontispiece export'
export const newestFormat = 1

export type ExportMark = {
  product: typeof product
  format: number
  /** the version that wrote it, and the last change its tables had been through */
  version: string
  until: string
  madeAt: string
  /** how many rows of each table, and how many other files */
  rows: Record<string, number>
  files: number
  /** changes with the key by which people are known whose address is gone */
  keyMark: string
}

export const binFolder = 'bin'

/** What somebody reads who has unpacked it, and does not know us. */
export function readme(madeAt: Date): string {
  const written = writtenParts.map(({ folder, words }) => [`${folder}/`, words] as const)
  const ending = ({ isList }: Pick<Part, 'isList'>) => (isList ? '.json, .csv' : '.json')
  const lists = [
    ...parts.map((part) => [`${part.file}${ending(part)}`, part.words] as const),
    ...Object.values(otherParts).map(({ file, words }) => [`${file}.json`, words] as const),
  ]
  const table = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([name]) => name.length))
    return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`).join('\n')
  }
  return `Everything that is yours on your site, as it was on ${madeAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC.

It holds the addresses of your readers: keep it where nobody else comes by. It holds no password and no key.

What you have written is Markdown, a file each: what is known of it stands at its top, between two lines of ---.

${table([...written, [`${binFolder}/`, 'the same of what you have thrown away, until it is gone for good']])}

Files open in any program:

${table([
  ['pictures/', 'your pictures; smaller ones, and those for newer browsers, in pictures/sizes/'],
  ['files/', 'the books and other files you give away'],
])}

The rest is lists. JSON is for programs, and what is read back; CSV, where it is there, says the same for spreadsheets.

${table(lists.toSorted(([a], [b]) => (a < b ? -1 : 1)))}

A name of a column that begins with is_ is 1 for yes and 0 for no. Moments are in UTC.

To bring it into a new and empty site of the same program:  ${commandLine} import FILE
Not in it: your password and all keys, what .env says, and how each single visit went. A backup has those:
  ${commandLine} backup
`
}
