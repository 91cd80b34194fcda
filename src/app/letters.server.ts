import { analyticsLetters } from '#features/analytics/letters.server.ts'
import { campaignLetters } from '#features/campaigns/letters.server.ts'
import { contactLetters } from '#features/contact/letters.server.ts'
import { writtenLetters } from '#features/letters/letters.server.ts'
import { newsletterLetters } from '#features/newsletter/letters.server.ts'
import type { LetterKindTable } from '#server/letter-kinds.ts'

/** The letter map: every kind of letter the site writes. One that is not here cannot be written. */
export const letterKinds: LetterKindTable = {
  ...newsletterLetters,
  ...contactLetters,
  ...campaignLetters,
  ...writtenLetters,
  ...analyticsLetters,
}
