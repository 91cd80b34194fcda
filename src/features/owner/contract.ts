import { z } from 'zod/mini'
import { emailInvalid, emailRequired, isCleanText, isEmail, normaliseEmail } from '#lib/email.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

/** Who is signed in. */
/** `warning`: what is wrong with the site's storage now, in words for the owner */
export type Session = { email: string; isTotpOn: boolean; warning: string | null }

export type Device = { id: string; name: string; signedInAt: string; seenAt: string; isThisOne: boolean }

/** `times`: how often it happened in a row; `at` is the latest */
export type OwnerEvent = { id: string; what: string; at: string; times: number }

/** What the settings show of the owner's account. */
export type Security = Omit<Session, 'warning'> & {
  passwordChangedAt: string
  /** OWNER_PASSWORD is set on the server: whatever is chosen here holds until the next start */
  isPasswordConfigured: boolean
  codesLeft: number
  devices: Device[]
  events: OwnerEvent[]
}

/** An authenticator that is being set up: the secret as text, and as what its picture says. */
export type TotpOffer = { secret: string; url: string }

/** Shown once, kept nowhere as text. */
export type RecoveryCodes = { codes: string[] }

const shortestPassword = 15
const longestPassword = 256
const passwordRequired = 'Please enter your password'

const password = z
  .string(passwordRequired)
  .check(z.minLength(1, passwordRequired), z.maxLength(1_024, 'That is longer than any password here'))

const email = z.string(emailRequired).check(
  z.trim(),
  z.minLength(1, emailRequired),
  z.refine((text) => text === '' || isEmail(text), emailInvalid),
  z.overwrite(normaliseEmail),
)

/** Long and otherwise as she likes; whether it is too well known is for the server to say. */
const newPassword = z.string(passwordRequired).check(
  z.refine((text) => [...text].length >= shortestPassword, `Use at least ${shortestPassword} characters`),
  z.refine((text) => new TextEncoder().encode(text).length <= longestPassword, 'That is longer than can be kept'),
  z.refine(isCleanText, 'Use characters that can be typed again'),
)

const code = z.optional(z.string().check(z.trim(), z.maxLength(100)))

/** At the door an address is compared, not judged: one that could be nobody's gets the answer everybody gets. */
export const signInInput = z.object({
  email: z
    .string(emailRequired)
    .check(z.trim(), z.minLength(1, emailRequired), z.maxLength(1_024, emailInvalid), z.overwrite(normaliseEmail)),
  password,
  code,
})

/** The first owner, or a new password for the one there is: the link says which. */
export const setupInput = z.object({
  token: z.string().check(z.maxLength(200)),
  email: z.optional(email),
  password: newPassword,
  clearTotp: z.optional(z.boolean()),
})

export const passwordChange = z.object({ current: password, password: newPassword })

/** What changes how she gets in asks for the password again: an open screen is not enough. */
export const passwordAgain = z.object({ password })

export const totpProof = z.object({ code: z.string('Please enter the code').check(z.trim(), z.maxLength(100)) })

export type SignInInput = z.infer<typeof signInInput>
export type SetupInput = z.infer<typeof setupInput>
