import { z } from 'zod/mini'
import { emailInvalid, emailRequired, isCleanText, isEmail } from '#lib/email.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

/** The advance copy's, whichever book is offered: docs/spec.md fixes this word. */
export const arcSource = 'voss_trials_arc'

/** Where a signup came from. Anything else is kept as 'other': a stranger must not write our statistics. */
export const sources = ['signup_page', 'newsletter_prompt', 'footer', 'home', arcSource] as const
export type Source = (typeof sources)[number] | 'other'

export const longestPage = 200

/** One line of text; whatever is wrong with it is said with its name. */
function line(called: string, longest: number) {
  return z
    .string(`${called} must be text, or be left out`)
    .check(
      z.maxLength(longest, `${called} must be at most ${longest} characters`),
      z.refine(isCleanText, `${called} has characters that cannot be kept`),
    )
}

/** A signup on the wire. `company_url` is a trap that people never see and never fill. */
export const signupInput = z.object({
  email: z.string(emailRequired).check(
    z.trim(),
    z.minLength(1, emailRequired),
    z.refine((text) => text === '' || isEmail(text), emailInvalid),
  ),
  name: z.optional(line('Name', 100)),
  source: z.optional(line('Source', 60)),
  readerMagnetId: z.optional(z.nullable(line('Reader magnet', 100))),
  newsletter: z.optional(z.boolean('The newsletter box is either ticked or not')),
  /** the version of what the form said she agrees to; with scripts it is a header, as is what follows */
  wording: z.optional(line('Wording', 64)),
  page: z.optional(line('Page', longestPage)),
  company_url: z.optional(z.string()),
})

export type SignupInput = z.infer<typeof signupInput>

/** The same answer for everybody: new, known, unconfirmed, gone. `confirm` follows the site's setting, not the person. */
export type SignupAnswer = { message: string; confirm: boolean }
