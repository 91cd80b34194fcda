import type { ReactNode } from 'react'

type Props = { heading: string; paragraphs: readonly string[]; className?: string; children?: ReactNode }

/** A titled stretch of prose. */
export function Words({ heading, paragraphs, className, children }: Props) {
  return (
    <section className={className}>
      <h2 className="title-2">{heading}</h2>
      <div className="prose mt-7">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {children}
    </section>
  )
}
