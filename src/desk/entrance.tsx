import type { ReactNode } from 'react'
import { useAuthor } from '#ui/site.ts'

type Props = { title: string; intro?: ReactNode; children: ReactNode }

/** The way in: a bare page, a door, and whatever is asked at it. */
export function DeskEntrance({ title, intro, children }: Props) {
  const author = useAuthor()
  return (
    <>
      <title>{`${title} | ${author.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <div aria-hidden="true" className="fade-sides">
        <div className="door h-36 sm:h-44" />
      </div>
      {/* Of the sample's author she has never heard. */}
      <p className="label mt-8 text-center text-faint">{author.isSample ? 'Frontispiece' : author.name}</p>
      <h1 className="title-1 mt-3 text-center" tabIndex={-1}>
        {title}
      </h1>
      {intro && <p className="mt-4 text-center text-balance text-muted">{intro}</p>}
      <div className="mt-8">{children}</div>
    </>
  )
}
