import type { KindOfLetter } from '#server/letter-kinds.ts'

declare module '#server/letter-kinds.ts' {
  interface LetterKinds {
    'newsletter.confirm': true
    'newsletter.welcome': true
    'newsletter.arc': true
  }
}

const toReader = { hasOwnLinks: true, belongsTo: 'addressee' } as const satisfies Partial<KindOfLetter>

export const newsletterLetters = {
  'newsletter.confirm': { words: 'Please confirm', ...toReader },
  'newsletter.welcome': { words: 'Welcome', ...toReader },
  'newsletter.arc': { words: 'Advance copy', ...toReader },
} satisfies Record<string, KindOfLetter>
