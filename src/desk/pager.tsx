import { focusMainHeading } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'

type Props = { label: string; first: string | null; next: string | null }

/** The way through a long list, newest first. Links, so that Back leads back. */
export function DeskPager({ label, first, next }: Props) {
  if (!first && !next) return null
  // The same page with other rows: nobody else moves the eye and the focus to its top.
  const rise = () => {
    scrollTo({ top: 0, behavior: 'instant' })
    focusMainHeading({ preventScroll: true })
  }
  return (
    <nav aria-label={label} className="mt-8 flex flex-wrap gap-3">
      {first && (
        <ButtonLink variant="secondary" href={first} onClick={rise}>
          Newest
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" href={next} onClick={rise}>
          Older
        </ButtonLink>
      )}
    </nav>
  )
}
