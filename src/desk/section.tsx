import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  intro: ReactNode
  /** its name in an address */
  anchor?: string
  isForPaper?: boolean
  children: ReactNode
}

/** A part of a room: on the left what it is about, on the right what can be done. */
export function DeskSection({ title, intro, anchor, isForPaper = false, children }: Props) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} data-print={isForPaper ? undefined : 'off'} className="py-10 first:pt-0">
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div>
          <h2 id={id} className="title-3">
            {title}
          </h2>
          <div className="small mt-2 text-muted">{intro}</div>
        </div>
        <div className="max-w-xl min-w-0">{children}</div>
      </div>
    </section>
  )
}
