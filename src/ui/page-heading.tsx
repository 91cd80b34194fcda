import type { ReactNode } from 'react'

/** The top of an ordinary page: title, one line, and the curtain hanging a little way down behind it. */
export function PageHeading({
  title,
  eyebrow,
  level = 1,
  children,
}: {
  title: string
  eyebrow?: ReactNode
  /** 2 where something with a title of its own stands open before it */
  level?: 1 | 2
  children?: ReactNode
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className="relative isolate -mt-18 overflow-hidden">
      <div aria-hidden="true" className="threads absolute inset-x-0 top-0 -z-10 h-74 opacity-35" />
      <div className="column pt-34 pb-10 md:pt-42 md:pb-14">
        {eyebrow && <p className="label mb-4 text-veil">{eyebrow}</p>}
        <Heading className="title-1">{title}</Heading>
        {children && <div className="lead mt-5 max-w-[30.1em] text-muted">{children}</div>}
      </div>
    </header>
  )
}
