import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'

type Props = {
  /** the page that shows what is being typed */
  path: string | null
  /** another number: the frame is loaded anew */
  shown: number
  children: ReactNode
}

type BesideProps = {
  link: string
  /** null: there is nothing to show yet */
  aside: ReactNode
  children: ReactNode
}

/** On the left what she types, on the right what comes of it; on a phone below it, with a link that leads there. */
export function Beside({ link, aside, children }: BesideProps) {
  return (
    <div
      className={cn(Boolean(aside) && 'grid gap-x-10 gap-y-12 min-[80rem]:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}
    >
      <div className="min-w-0">
        {aside && (
          <a href="#as-it-will-be" className="link mb-4 inline-flex min-h-11 items-center min-[80rem]:hidden">
            {link}
          </a>
        )}
        {children}
      </div>
      {aside && (
        <section
          id="as-it-will-be"
          aria-label="As it will be"
          className="scroll-mt-8 min-w-0 min-[80rem]:sticky min-[80rem]:top-8 min-[80rem]:self-start"
        >
          {aside}
        </section>
      )}
    </div>
  )
}

/** Beside the form the page as it will be, as a phone or a desk shows it. */
export function BesidePage({ path, shown, children }: Props) {
  return (
    <Beside link="See the page as it will be" aside={path && <PageFrame path={path} shown={shown} />}>
      {children}
    </Beside>
  )
}

const widths = { Phone: 390, Desk: 1280 } as const

function PageFrame({ path, shown }: { path: string; shown: number }) {
  const [place, setPlace] = useState<keyof typeof widths>('Phone')
  const address = `/admin/frame?${new URLSearchParams({ path, at: String(shown) })}`
  return (
    <>
      <div className="flex items-center justify-between gap-4 pb-3">
        <h2 className="label text-faint">As it will be</h2>
        <fieldset className="flex">
          <legend className="sr-only">Width</legend>
          {(Object.keys(widths) as (keyof typeof widths)[]).map((name) => (
            <Button
              key={name}
              variant="quiet"
              aria-pressed={name === place}
              onClick={() => setPlace(name)}
              className="aria-pressed:text-ink aria-pressed:no-underline"
            >
              {name}
            </Button>
          ))}
        </fieldset>
      </div>
      <div data-frame={place} className="frame-window rounded-paper border border-line bg-sunken">
        {/* Not keyed by its address: it goes on showing the page before until the next one is there. */}
        <iframe src={address} title="Your page as it will be" sandbox="allow-same-origin" className="frame-page" />
      </div>
    </>
  )
}
