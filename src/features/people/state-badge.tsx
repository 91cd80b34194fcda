import { type BadgeVariant, DeskBadge } from '#desk/badge.tsx'
import type { PersonState } from './filters.ts'
import { stateWords } from './people-text.ts'

const looks: Record<PersonState, BadgeVariant> = {
  active: 'success',
  pending: 'warn',
  left: 'outline',
  arc_only: 'accent',
  reader: 'accent',
  bounced: 'danger',
  complained: 'danger',
}

export function StateBadge({ state }: { state: PersonState }) {
  return <DeskBadge variant={looks[state]}>{stateWords[state].label}</DeskBadge>
}
