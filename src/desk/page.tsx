import { type ReactNode, use } from 'react'
import { DeskHelp } from './help.ts'

type Props = {
  title: string
  intro?: ReactNode
  /** a link to the room this one belongs to, or to one that belongs to it */
  way?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One room of the desk: its name, what can be done in it, and what lies there. */
export function DeskPage({ title, intro, way, actions, children }: Props) {
  const help = use(DeskHelp)
  return (
    <>
      <title>{`${title} | Desk`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-line pb-6 has-[section:not([hidden])]:items-start">
        <div className="min-w-0">
          <h1 id="room" className="title-2 wrap-anywhere" tabIndex={-1}>
            {title}
          </h1>
          {intro && <div className="mt-2 max-w-[62ch] text-pretty text-muted">{intro}</div>}
          <div className="flex flex-wrap items-center gap-x-6">
            {way}
            {help}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      <div className="pt-8">{children}</div>
    </>
  )
}
