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
  total: number
  /** what it is waiting for at the moment */
  trouble: string | null
  /** it ended before everybody was looked at; the last of the errors says why */
  hasFailed: boolean
  startedAt: string
  syncId: string
}

/** Whether a provider is connected, which group the readers are pushed to, and how the last push went. */
export type Provider = { isConnected: boolean; group: string; hasWebhook: boolean; lastSync: SyncResult | null }

/** Who was added. The note says what else there is to know. */
export type Added = { email: string; note?: string }

export type ProviderGroups = { count: number; groups: { id: string; name: string; activeCount: number }[] }
