import { cn } from './cn.ts'
import { Link } from './link.tsx'

export type Tab = { href: string; label: string; count: number; isHere: boolean }

/** One list, seen part by part. Plain links: each part has an address. */
export function DeskTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map(({ href, label, count, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3',
                isHere ? 'border-accent font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
              <span className="small font-normal text-faint tabular-nums">{count.toLocaleString('en-CA')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
