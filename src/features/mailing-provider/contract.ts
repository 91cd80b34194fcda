import { z } from 'zod/mini'
import { emailInvalid, isEmail } from '#lib/email.ts'

z.config({ jitless: true })

export const addInput = z.object({ email: z.string(emailInvalid).check(z.trim(), z.refine(isEmail, emailInvalid)) })

export type SyncResult = {
  successful: number
  failed: number
  skipped: number
  errors: string[]
  /** readers not yet looked at; the screen follows the rest */
  pending: number
  syncId: string
}

export type ProviderGroups = { count: number; groups: { id: string; name: string; activeCount: number }[] }
