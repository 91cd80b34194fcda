declare module '#server/db.ts' {
  interface Tables {
    campaigns: CampaignRow
    deliveries: DeliveryRow
  }
}

export type CampaignRow = {
  id: string
  file_name: string
  state: 'sending' | 'paused' | 'done' | 'stopped'
  /** why it is paused, or what it is waiting for, in words for the owner */
  trouble: string | null
  /** nothing leaves before this moment: until then it can be taken back as if it had never been */
  starts_at: string
  created_at: string
  finished_at: string | null
}

export type DeliveryRow = {
  id: string
  campaign_id: string
  email: string
  /**
   * queued, then leased by a node that has it in hand, then sending once the mail server holds all of it but the last
   * byte: from there on a crash leaves it unknown. kept: no mail server is connected. bounced and complained: what was
   * heard of it after it had left.
   */
  state:
    | ('queued' | 'leased' | 'sending' | 'sent' | 'failed' | 'skipped' | 'unknown' | 'kept')
    | ('bounced' | 'complained')
  error: string | null
  attempts: number
  next_at: string
  node: string | null
  lease_until: string | null
  settled_at: string | null
}
