declare module '#server/db.ts' {
  interface Tables {
    owners: OwnerRow
    owner_sessions: OwnerSessionRow
    owner_tickets: OwnerTicketRow
    sign_in_limits: SignInLimitRow
    recovery_codes: RecoveryCodeRow
    owner_events: OwnerEventRow
  }
}

export type OwnerRow = {
  /** always 1 */
  id: number
  email: string
  password_hash: string
  /** sealed; null while she has no second step */
  totp_secret: string | null
  /** shown to her, and not yet proved by a code; sealed too */
  totp_pending: string | null
  /** the half minute of the last code she used: it and all before it are spent */
  totp_last_step: number | null
  created_at: string
  password_changed_at: string
}

export type OwnerSessionRow = {
  id_hash: string
  created_at: string
  seen_at: string
  expires_at: string
  browser: string
}

/** A link that lets in whoever can read the server's own terminal, once. */
export type OwnerTicketRow = { hash: string; kind: TicketKind; expires_at: string }

export type TicketKind = 'setup' | 'reset'

/** Tries at the door, by client and by device: no further one before `free_at`, all forgotten at `forgotten_at`. */
export type SignInLimitRow = { key: string; count: number; free_at: string; forgotten_at: string }

export type RecoveryCodeRow = { hash: string; created_at: string }

export type OwnerEventRow = { id: string; what: string; client_hash: string | null; at: string }
