import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type Props = { title: string; children: ReactNode; action?: ReactNode; art?: 'threads' | 'chart'; level?: 1 | 2 }

/** An empty, missing or failed state: one line of art, one sentence, one action. */
export function Notice({ title, children, action, art = 'threads', level = 2 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto max-w-xl py-12 text-center">
      <div aria-hidden="true" className="fade-sides mx-auto mb-8 h-28 w-full max-w-72">
        <div className={cn(art, 'h-full opacity-70')} />
      </div>
      <Heading className={level === 1 ? 'title-1' : 'title-2'}>{title}</Heading>
      <p className="lead mt-4 text-muted">{children}</p>
      {action && <div className="mt-8 flex flex-wrap justify-center gap-4">{action}</div>}
    </div>
  )
}
