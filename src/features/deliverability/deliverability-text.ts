import type { BadgeVariant } from '#desk/badge.tsx'
import type { Finding, Verdict } from './contract.ts'

export const deliverabilityText = {
  title: 'Will my letters arrive?',
  intro:
    'Large mail services look up three records of the domain your letters come from. They stand in its DNS settings, where you registered the domain.',
  loading: 'Looking up your domain',
  unread: 'Your domain could not be looked up just now. Nothing depends on it: letters leave all the same.',
  about: 'Your letters come from',
  name: 'Name',
  content: 'Content',
  paste: 'A record of the kind TXT, to paste:',
  later: 'A change there may take some hours to be seen everywhere.',
  again: 'Look Again',
  looking: 'Looking...',
} as const

export const recordNames: Record<Finding['record'], string> = {
  spf: 'Who may send for you (SPF)',
  dkim: 'A seal on each letter (DKIM)',
  dmarc: 'What to do with forgeries (DMARC)',
}

export const verdicts: Record<Verdict, { label: string; look: BadgeVariant }> = {
  good: { label: 'Good', look: 'success' },
  wrong: { label: 'Not right', look: 'danger' },
  unknown: { label: 'Not known', look: 'outline' },
}
