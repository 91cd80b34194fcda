import { useQuery } from '@tanstack/react-query'
import { artUrl } from '#lib/art-urls.ts'
import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import type { Genre } from './genres.ts'
import { storiesQuery } from './queries.ts'
import { storiesText, troubles } from './stories-text.ts'

export default function StoriesPage() {
  return (
    <>
      <Seo
        title="Short Stories"
        description={`Free short stories by ${author.name}: supernatural suspense, mystery and psychological suspense, about ten minutes each.`}
        path={paths.shortStories}
        share="short-stories"
      />
      <PageHeading title={storiesText.heading}>{storiesText.sub}</PageHeading>
      <section aria-label="Stories" className="column">
        <StoryShelf />
      </section>
      <Troubles />
    </>
  )
}

function StoryShelf() {
  const { isPending, isError, refetch } = useQuery(storiesQuery)
  if (isPending) return <SkeletonCards count={6} label="Loading stories" />
  if (isError) {
    return (
      <Notice title="The stories did not open" action={<Button onClick={() => refetch()}>Try again</Button>}>
        They are still there. The way to them was not.
      </Notice>
    )
  }
  return (
    <Notice
      title="The shelf is dark"
      action={<ButtonLink href={storiesText.empty.action.href}>{storiesText.empty.action.label}</ButtonLink>}
    >
      {storiesText.empty.line}
    </Notice>
  )
}

const genreColours: Record<Genre, string> = {
  'Supernatural Suspense': 'text-supernatural-suspense',
  'Supernatural Drama': 'text-supernatural-drama',
  'Mystery Thriller': 'text-mystery-thriller',
  'Psychological Suspense': 'text-psychological-suspense',
  'Spiritual Fiction': 'text-spiritual-fiction',
}

function Troubles() {
  return (
    <section aria-labelledby="troubles" className="column pt-16 md:pt-24">
      <h2 id="troubles" className="title-2">
        {troubles.heading}
      </h2>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-5">
        {troubles.rows.map(({ genre, line }) => (
          <li key={genre} className="overflow-hidden rounded-paper bg-raised">
            <img
              src={artUrl(`story-${genre.toLowerCase().replaceAll(' ', '-')}.svg`)}
              alt=""
              width={480}
              height={300}
              loading="lazy"
              className="block aspect-8/5 w-full"
            />
            <div className="p-5">
              <h3 className={cn('label', genreColours[genre])}>{genre}</h3>
              <p className="mt-2.5 font-prose text-[1.0625rem]/[1.5] text-muted">{line}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
