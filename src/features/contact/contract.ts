import { z } from 'zod/mini'
import { emailInvalid, isCleanText, isEmail } from '#lib/email.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

export const longestMessage = 5_000
const longestName = 100
const unclean = 'Please remove the characters that cannot be kept'

/** A message on the wire. `company_url` is a trap that people never see and never fill. */
export const contactInput = z.object({
  name: z
    .string('Name must be at least 2 characters')
    .check(
      z.trim(),
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(longestName, `Name must be at most ${longestName} characters`),
      z.refine(isCleanText, unclean),
    ),
  email: z.string(emailInvalid).check(z.trim(), z.refine(isEmail, emailInvalid)),
  message: z
    .string('Message must be at least 10 characters')
    .check(
      z.trim(),
      z.minLength(10, 'Message must be at least 10 characters'),
      z.maxLength(longestMessage, `Message must be at most ${longestMessage} characters`),
      z.refine(isCleanText, unclean),
    ),
  company_url: z.optional(z.string()),
})

export type ContactInput = z.infer<typeof contactInput>

/** held: it looks like an advertisement, so it lies apart and no letter was written about it */
export type MessageState = 'new' | 'read' | 'held'

/** A message in the list: who, when, and how it begins. */
export type MessageSummary = {
  id: string
  name: string
  email: string
  preview: string
  state: MessageState
  createdAt: string
}

/** The inbox, newest first. `next` is the cursor of the older ones, `held` the newest of what lies apart. */
export type Inbox = {
  messages: MessageSummary[]
  held: MessageSummary[]
  unread: number
  total: number
  heldTotal: number
  next: string | null
}

export type Message = Omit<MessageSummary, 'preview'> & { message: string }

/** Any change lets a held message into the inbox, and the letter about it is written then. */
export const messageChange = z.object({ state: z.enum(['new', 'read'], 'A message is new or read') })
