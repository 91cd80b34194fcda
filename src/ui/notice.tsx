import type { ReactNode } from 'react'

type Props = {
  title: string
  children: ReactNode
  action?: ReactNode
  /** a strip of threads or of a chart; where it is the page (level 1), one of the drawn pages of art.css */
  art?: string
  level?: 1 | 2
}

/** An empty, missing or failed state: one piece of art, one sentence, one action. */
export function Notice({ title, children, action, level = 2, art = level === 1 ? 'door' : 'threads' }: Props) {
  const isPage = level === 1
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="notice" data-page={isPage || undefined}>
      <div aria-hidden="true" className="notice-art">
        <div className={isPage ? 'page-art' : art} data-page={art} />
      </div>
      <Heading className={isPage ? 'title-1' : 'title-2'}>{title}</Heading>
      <p className="lead mt-4 text-muted">{children}</p>
      {action && <div className="notice-actions">{action}</div>}
    </div>
  )
}
