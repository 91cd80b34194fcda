import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { webText } from './content.ts'
import { webLettersQuery } from './web.ts'

/** The letters she has put on the site, the newest first. */
export default function LettersPage() {
  const author = useAuthor()
  const { data: letters = [], isPending, isError, refetch } = useQuery(webLettersQuery)
  return (
    <>
      <Seo
        title={webText.heading}
        description={`${webText.line} By ${author.name}.`}
        path={paths.letters}
        share="signup"
        isHidden={letters.length === 0}
      />
      <PageHeading title={webText.heading}>{webText.line}</PageHeading>
      <section aria-label="Letters" className="column">
        {isError ? (
          <Notice title={webText.failed} action={<Button onClick={() => refetch()}>Try again</Button>}>
            They are still there.
          </Notice>
        ) : letters.length === 0 && !isPending ? (
          <Notice title={webText.heading} action={<ButtonLink href={paths.signup}>{webText.join.label}</ButtonLink>}>
            {webText.none}
          </Notice>
        ) : (
          <ul className="max-w-180">
            {letters.map(({ id, slug, title, previewLine, sentAt }) => (
              <li key={id} className="border-t border-line py-6 first:border-t-0 first:pt-0">
                <p className="label text-faint">
                  <time dateTime={sentAt}>{formatDate(sentAt.slice(0, 10))}</time>
                </p>
                <h2 className="title-3 mt-2">
                  <Link href={paths.letter(slug)} className="hover:underline">
                    {title}
                  </Link>
                </h2>
                {previewLine && <p className="mt-2 font-prose text-muted">{previewLine}</p>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
