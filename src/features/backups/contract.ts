import { z } from 'zod/mini'
import type { KeptBackup } from '#server/backup/shelf.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

export type { KeptBackup }

export type BackupState = {
  /** the newest that was made by itself or asked for, with what is in it */
  last: (KeptBackup & { rows: number; files: number; missing: number }) | null
  /** the last time one was brought back in a place of its own and compared; null: none was yet */
  tried: { at: string; fault: string | null } | null
  /** why the last try to make one failed; null once one was made */
  trouble: { at: string; words: string } | null
  /** how much is done of the one that is being made, from 0 to 1; null: none is */
  running: number | null
  /** the newest is older than two days; or there is none, though the site is older than that */
  isOverdue: boolean
  /** when the next is made by itself */
  nextAt: string
  /** where they lie: on the machine itself, or in the store for files */
  place: 'folder' | 'store'
  /** sealed with the passphrase of the settings: a download then asks for none of its own */
  isSealed: boolean
  /** the newest first */
  kept: KeptBackup[]
}

/** How short a passphrase may be that seals a copy which leaves the machine. */
export const shortestPassphrase = 12

export const downloadWish = z.object({
  password: z
    .string('Please enter your password')
    .check(z.minLength(1, 'Please enter your password'), z.maxLength(1_000)),
  passphrase: z.optional(
    z
      .string()
      .check(z.minLength(shortestPassphrase, `Use at least ${shortestPassphrase} characters`), z.maxLength(1_000)),
  ),
})

export type DownloadWish = z.infer<typeof downloadWish>
export type DownloadTicket = { url: string }
