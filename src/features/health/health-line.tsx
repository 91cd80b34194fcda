import { DeskBadge } from '#desk/badge.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { Link } from '#ui/link.tsx'
import type { HealthLine } from './contract.ts'
import { badges, healthText as text, titles } from './health-text.ts'

type Props = { line: HealthLine; isPending: boolean; onLookAgain: () => void }

/** How one thing is; where it is not well, what is safe, what to do, and the way there. */
export function HealthLineItem({ line: { name, finding }, isPending, onLookAgain }: Props) {
  const badge = finding && badges[finding.state]
  return (
    <li
      id={name}
      aria-busy={isPending}
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-4 lg:grid-cols-[15rem_minmax(0,1fr)_auto]"
    >
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 self-start font-semibold max-lg:min-h-11 lg:pt-2">
        {titles[name]} {badge && <DeskBadge variant={badge.look}>{badge.label}</DeskBadge>}
      </h2>
      <div className="col-span-2 max-w-[72ch] row-start-2 [overflow-wrap:anywhere] lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:pt-2">
        <p className={finding ? undefined : 'text-muted'}>
          {isPending ? text.looking : (finding?.words ?? text.notYet)}
        </p>
        {!isPending && finding?.advice && (
          <p className="mt-1 text-muted">
            {finding.advice}{' '}
            {finding.room && (
              <Link href={finding.room.href} className="link whitespace-nowrap">
                {text.to} {finding.room.label}
              </Link>
            )}
          </p>
        )}
      </div>
      <DeskRowButton
        isBusy={isPending}
        onClick={onLookAgain}
        aria-label={`${text.again}: ${titles[name]}`}
        data-needs-script
        className="col-start-2 row-start-1 self-start lg:col-start-3"
      >
        {text.again}
      </DeskRowButton>
    </li>
  )
}
