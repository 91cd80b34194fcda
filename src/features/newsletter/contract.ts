import { z } from 'zod/mini'
import { emailInvalid, emailRequired, isCleanText, isEmail } from '#lib/email.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

/** The advance copy's, whichever book is offered: docs/spec.md fixes this word. */
export const arcSource = 'voss_trials_arc'

/** Where a signup came from. Anything else is kept as 'other': a stranger must not write our statistics. */
export const sources = ['signup_page', 'newsletter_prompt', 'footer', 'home', arcSource] as const
export type Source = (typeof sources)[number] | 'other'

const longestName = 100
export const longestPage = 200

const name = z
  .string()
  .check(
    z.maxLength(longestName, `Name must be at most ${longestName} characters`),
    z.refine(isCleanText, 'Name has characters that cannot be kept'),
  )

/** A signup on the wire. `company_url` is a trap that people never see and never fill. */
export const signupInput = z.object({
  email: z.string(emailRequired).check(
    z.trim(),
    z.minLength(1, emailRequired),
    z.refine((text) => text === '' || isEmail(text), emailInvalid),
  ),
  name: z.optional(name),
  source: z.optional(z.string().check(z.maxLength(60))),
  readerMagnetId: z.optional(z.nullable(z.string().check(z.maxLength(100), z.refine(isCleanText)))),
  newsletter: z.optional(z.boolean()),
  /** the version of what the form said she agrees to; with scripts it is a header, as is what follows */
  wording: z.optional(z.string().check(z.maxLength(64))),
  page: z.optional(z.string().check(z.maxLength(longestPage), z.refine(isCleanText))),
  company_url: z.optional(z.string()),
})

export type SignupInput = z.infer<typeof signupInput>

/** The same answer for everybody: new, known, unconfirmed, gone. `confirm` follows the site's setting, not the person. */
export type SignupAnswer = { message: string; confirm: boolean }
