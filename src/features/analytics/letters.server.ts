import type { KindOfLetter } from '#server/letter-kinds.ts'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'analytics.weekly': true
  }
}

export const analyticsLetters = {
  'analytics.weekly': { words: 'Your week in numbers', hasOwnLinks: false, belongsTo: 'addressee' },
} satisfies Record<string, KindOfLetter>
