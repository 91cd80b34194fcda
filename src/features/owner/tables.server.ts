declare module '#server/db.ts' {
  interface Tables {
    owners: OwnerRow
    owner_sessions: OwnerSessionRow
    owner_tickets: OwnerTicketRow
    recovery_codes: RecoveryCodeRow
    owner_events: OwnerEventRow
  }
}

export type OwnerRow = {
  /** always 1 */
  id: number
  email: string
  password_hash: string
  totp_secret: string | null
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

export type OwnerTicketRow = { hash: string; kind: 'setup' | 'reset'; expires_at: string }

export type RecoveryCodeRow = { hash: string; created_at: string }

export type OwnerEventRow = { id: string; what: string; client_hash: string | null; at: string }
