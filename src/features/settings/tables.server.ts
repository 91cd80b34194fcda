declare module '#server/db.ts' {
  interface Tables {
    settings: SettingsRow
  }
}

/** Null, wherever it may stand: left open. */
export type SettingsRow = {
  /** always 1 */
  id: number
  version: number
  updated_at: string
  site_url: string | null
  /** an address that waits to be confirmed there: the id that its link is signed for, and until when */
  pending_url: string | null
  pending_id: string | null
  pending_until: string | null
  mail_host: string | null
  mail_port: number | null
  /** encrypted from the first byte */
  mail_is_tls: number | null
  mail_user: string | null
  /** sealed */
  mail_password: string | null
  mail_from: string | null
  /** sealed: the mailbox that letters come back to, as one address with its password */
  bounce_mailbox: string | null
  /** sealed */
  mail_events_secret: string | null
  /** sealed */
  mailgun_key: string | null
  ses_topic: string | null
  dkim_domain: string | null
  dkim_selector: string | null
  /** sealed */
  dkim_key: string | null
  postal_address: string | null
  is_double_opt_in: number | null
  /** sealed */
  provider_key: string | null
  provider_group: string | null
}
