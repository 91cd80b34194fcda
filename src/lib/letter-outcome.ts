/** What became of a letter, in a few words for the page of whoever it was for. */
export const letterOutcome = {
  kept: 'waits in the outbox',
  queued: 'on its way',
  leased: 'on its way',
  sending: 'on its way',
  sent: 'sent',
  bounced: 'came back',
  complained: 'called junk',
  skipped: 'not sent',
  stopped: 'not sent: you stopped it',
  failed: 'refused, or given up',
  unknown: 'nobody knows whether it arrived',
} as const
