type Kind = {
  /** what it is, for the owner's eyes */
  words: string
  /** its links are keys of ours: when the site moves, the address before them may change */
  hasOwnLinks: boolean
  /** its link leads to the book, and is opened anew when it leaves the outbox */
  bringsBook: boolean
  /** whose words it holds, and who takes it along when erased: whoever gets it, or whoever an answer would go to */
  belongsTo: 'addressee' | 'writer'
}

/** Every letter the site writes by itself. Whoever keeps, moves or erases letters asks here; one that is not here cannot be written. */
export const letterKinds = {
  'newsletter.confirm': { words: 'Please confirm', hasOwnLinks: true, bringsBook: false, belongsTo: 'addressee' },
  'newsletter.welcome': { words: 'Welcome', hasOwnLinks: true, bringsBook: false, belongsTo: 'addressee' },
  'newsletter.arc': { words: 'Advance copy', hasOwnLinks: true, bringsBook: false, belongsTo: 'addressee' },
  // What a reader wrote is that reader's: nothing in it is changed.
  'contact.notice': { words: 'A message for you', hasOwnLinks: false, bringsBook: false, belongsTo: 'writer' },
  'campaigns.book': { words: 'Free book', hasOwnLinks: true, bringsBook: true, belongsTo: 'addressee' },
  'analytics.weekly': {
    words: 'Your week in numbers',
    hasOwnLinks: false,
    bringsBook: false,
    belongsTo: 'addressee',
  },
} as const satisfies Record<string, Kind>

export type LetterKind = keyof typeof letterKinds

/** Of a kind that a letter in the database has; null for one that is written no more. */
export function findLetterKind(kind: string): Kind | null {
  return Object.hasOwn(letterKinds, kind) ? letterKinds[kind as LetterKind] : null
}
