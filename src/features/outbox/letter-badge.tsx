import { type BadgeVariant, DeskBadge } from '#desk/badge.tsx'
import { letterStateWords } from './outbox-text.ts'
import type { LetterState } from './states.ts'

const looks: Record<LetterState, BadgeVariant> = {
  kept: 'outline',
  unknown: 'warn',
  failed: 'danger',
  bounced: 'danger',
  complained: 'danger',
  queued: 'accent',
  sending: 'accent',
  sent: 'success',
  skipped: 'outline',
  stopped: 'outline',
}

export function LetterBadge({ state }: { state: LetterState }) {
  return <DeskBadge variant={looks[state]}>{letterStateWords(state, true).label}</DeskBadge>
}
