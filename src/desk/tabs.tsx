import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'

export type Tab = { href: string; label: ReactNode; count?: number; isHere: boolean }

/** One list, seen part by part. Plain links: each part has an address. */
export function DeskTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2 md:gap-0 md:border-b md:border-line">
        {tabs.map(({ href, label, count, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className={cn(
                'flex min-h-11 min-w-11 items-center justify-center gap-2 px-3 max-md:rounded-paper max-md:border md:-mb-px md:border-b-2',
                isHere
                  ? 'border-accent font-semibold text-ink'
                  : 'border-line text-muted hover:text-ink md:border-transparent md:forced-colors:border-[Canvas]',
              )}
            >
              {label}
              {count !== undefined && (
                <span className="small font-normal text-faint tabular-nums">{count.toLocaleString('en-CA')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
