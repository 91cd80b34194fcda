import type { KindOfLetter } from '#server/letter-kinds.ts'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'contact.notice': true
  }
}

export const contactLetters = {
  // What a reader wrote is that reader's: nothing in it is changed.
  'contact.notice': { words: 'A message for you', hasOwnLinks: false, belongsTo: 'writer' },
} satisfies Record<string, KindOfLetter>
