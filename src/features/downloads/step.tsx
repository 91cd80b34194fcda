import { type ReactNode, useId } from 'react'
import { type BadgeVariant, DeskBadge } from '#desk/badge.tsx'

export type StepState = 'waiting' | 'ready' | 'anytime' | 'done' | 'problem'

const words: Record<StepState, { label: string; variant: BadgeVariant }> = {
  waiting: { label: 'Later', variant: 'outline' },
  ready: { label: 'To do', variant: 'accent' },
  anytime: { label: 'Any time', variant: 'outline' },
  done: { label: 'Done', variant: 'success' },
  problem: { label: 'Problem', variant: 'danger' },
}

type Props = { number: number; title: string; state: StepState; intro?: string; children: ReactNode }

/** One of the things to do, in order: what it is, how far it is, and the button that does it. */
export function Step({ number, title, state, intro, children }: Props) {
  const id = useId()
  const { label, variant } = words[state]
  return (
    <li
      aria-labelledby={id}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-8 first:pt-0 md:grid-cols-[3.5rem_minmax(0,1fr)]"
    >
      <span aria-hidden="true" className="font-display text-[2rem]/none text-faint">
        {number}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id={id} className="title-3">
            {title}
          </h2>
          <DeskBadge variant={variant}>{label}</DeskBadge>
        </div>
        {intro && <p className="mt-2 max-w-[62ch] text-muted">{intro}</p>}
        <div className="mt-5 space-y-4">{children}</div>
      </div>
    </li>
  )
}
