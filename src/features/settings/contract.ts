import { z } from 'zod/mini'
import { emailInvalid, isCleanText, isEmail } from '#lib/email.ts'
import { readMailbox, readMailServer, readSiteAddress, type Security } from './addresses.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

/** What the environment may set; `mailServer` and `bounceMailbox` stand for all that belongs to them. */
export type SettingName =
  | 'siteAddress'
  | 'mailServer'
  | 'sender'
  | 'bounceMailbox'
  | 'mailEventsSecret'
  | 'mailgunKey'
  | 'sesTopic'
  | 'dkim'
  | 'postalAddress'
  | 'doubleOptIn'
  | 'providerKey'
  | 'providerGroup'

/** Of a secret nobody is told more. `unreadable`: it was sealed with another root key than the one that is here now. */
export type Kept = 'none' | 'kept' | 'unreadable'

/** `usual`: on once a mail server is connected */
export type DoubleOptIn = 'usual' | 'on' | 'off'

/** What holds, from the environment or as she typed it. Empty: left open. */
export type Settings = {
  version: number
  siteAddress: string
  mailServer: string
  mailPort: number | null
  mailSecurity: Security
  mailUser: string
  mailPassword: Kept
  sender: string
  bounceServer: string
  bounceUser: string
  bouncePassword: Kept
  mailEventsSecret: Kept
  mailgunKey: Kept
  sesTopic: string
  dkimKey: Kept
  postalAddress: string
  doubleOptIn: DoubleOptIn
  providerKey: Kept
  providerGroup: string
  /** set on the server, and not to be changed here */
  fixed: SettingName[]
  /** what holds where something is left open */
  usual: { siteAddress: string; sender: string; postalAddress: string; isDoubleOptIn: boolean; providerGroup: string }
  /** an address that waits to be confirmed: the link has to be opened in her browser before then */
  pending: { siteAddress: string; until: string; link: string } | null
  /** where a test letter goes */
  ownAddress: string
}

/** How a test went, in words; `field` is what they are about. */
export type TestResult = { isTaken: boolean; outcome: string; field: string | null; message: string }

const unclean = 'Use characters that can be typed again'

const line = (longest: number) =>
  z.string(unclean).check(
    z.trim(),
    z.maxLength(longest, `Use at most ${longest} characters`),
    z.refine((text) => isCleanText(text) && !/\p{Cc}/u.test(text), unclean),
  )

/** Words of a fault, or null: what is left empty is left open. */
const faultIn = (read: (text: string) => object) => (text: string) => {
  const result = text === '' ? {} : read(text)
  return 'fault' in result ? String(result.fault) : null
}

const readable = (read: (text: string) => object) =>
  z.check<string>((context) => {
    const fault = faultIn(read)(context.value)
    if (fault) context.issues.push({ code: 'custom', input: context.value, message: fault })
  })

const portWords = 'A port is a number from 1 to 65535'

/** As it stands in a field, or as a number. Empty: the usual one. */
const port = z.nullable(
  z.union([z.string(), z.number()], portWords).check(
    z.refine((value) => {
      const text = String(value).trim()
      return text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535)
    }, portWords),
  ),
)

/** A secret is kept as it was typed, spaces and all. */
const secret = z.string(unclean).check(
  z.maxLength(500, 'Use at most 500 characters'),
  z.refine((text) => isCleanText(text) && !/\p{Cc}/u.test(text), unclean),
)

const senderInput = line(254).check(z.refine((text) => text === '' || isEmail(text), emailInvalid))

const mailFields = {
  /** a name, a host, or a whole address; empty: no mail server */
  mailServer: z.optional(line(600).check(readable(readMailServer))),
  mailPort: z.optional(port),
  mailSecurity: z.optional(z.enum(['starttls', 'tls'], 'Choose how the line is encrypted')),
  mailUser: z.optional(line(254)),
  /** empty: the one that is kept, as long as it is for the same host and the same user */
  mailPassword: z.optional(secret),
  sender: z.optional(senderInput),
}

/** What an event of the mail service is known by, and the mailbox that letters come back to. */
const returnFields = {
  /** a host, or a whole address; empty: no mailbox */
  bounceServer: z.optional(line(600).check(readable(readMailbox))),
  bounceUser: z.optional(line(254)),
  /** empty: the one that is kept, as long as it is for the same host and the same user */
  bouncePassword: z.optional(secret),
  /** empty, like the next: none any more */
  mailEventsSecret: z.optional(
    secret.check(z.refine((text) => text === '' || text.length >= 16, 'Use at least 16 characters')),
  ),
  mailgunKey: z.optional(secret),
  sesTopic: z.optional(
    line(300).check(z.refine((text) => /^(arn:aws:sns:.*)?$/.test(text), 'A topic’s name begins with arn:aws:sns:')),
  ),
}

/** What a test letter is tried with; what is not named is as it was saved. */
export const mailTestInput = z.object(mailFields)

/** A key that is tried before it is kept. Empty or not named: the one that is kept. */
export const providerTestInput = z.object({ providerKey: z.optional(secret) })

const largestVersion = 2 ** 31 - 1

/** What is not named stays as it is. `version` says which save this one builds on; `password` is hers, once more. */
export const settingsInput = z.object({
  ...mailFields,
  ...returnFields,
  /** a new key for the sender's domain, or none any more */
  dkim: z.optional(z.enum(['make', 'forget'], 'Make a key, or forget it')),
  siteAddress: z.optional(line(300).check(readable(readSiteAddress))),
  postalAddress: z.optional(
    line(300).check(z.refine((text) => text === '' || text.length >= 5, 'That is too short for an address')),
  ),
  doubleOptIn: z.optional(z.enum(['usual', 'on', 'off'], 'Choose one of the three')),
  /** empty: none any more */
  providerKey: z.optional(secret),
  providerGroup: z.optional(line(100)),
  password: z.optional(z.string().check(z.maxLength(1_024, 'That is longer than any password here'))),
  version: z.optional(z.int('Version must be a number').check(z.gte(0), z.lte(largestVersion))),
})

export type MailTestInput = z.infer<typeof mailTestInput>
export type SettingsInput = z.infer<typeof settingsInput>

/** When a letter to herself was last taken. */
export const testLetterFact = 'test-letter'
