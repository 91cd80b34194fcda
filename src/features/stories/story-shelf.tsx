import { useQuery } from '@tanstack/react-query'
import { useSearch, Link as WouterLink } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useWords } from '#features/words/queries.ts'
import { artUrl } from '#lib/art-urls.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import type { Story } from './contract.ts'
import { type Genre, genreSlug, genres } from './genres.ts'
import { storiesQuery } from './queries.ts'
import { storiesText } from './stories-text.ts'
import type { storiesWords } from './stories-words.ts'
import { genreColours, type ShelfState, StoryCard } from './story-card.tsx'

const { join, failed } = storiesText

/** All stories, or those of one genre. What is open in front of it changes nothing here. */
export function StoryShelf({ isReading }: { isReading: boolean }) {
  const { data: stories, isPending, isError, refetch } = useQuery(storiesQuery)
  const chosen = useChosenGenre(isReading)
  if (isPending) return <SkeletonCards count={6} label="Loading stories" />
  if (isError) {
    return (
      <Notice title={failed.title} action={<Button onClick={() => refetch()}>Try again</Button>}>
        {failed.line}
      </Notice>
    )
  }
  if (stories.length === 0) return <EmptyShelf />
  const present = genres.filter((name) => stories.some((story) => story.genre === name))
  const genre = present.find((name) => genreSlug(name) === chosen) ?? null
  return (
    <>
      <GenreChips present={present} shown={genre} />
      <Cards stories={stories.filter((story) => !genre || story.genre === genre)} genre={genre} />
    </>
  )
}

/** Chosen in the address, where the server does not look: it keeps one page for everybody. */
function useChosenGenre(isReading: boolean): string | null | undefined {
  const search = useSearch()
  const state: ShelfState | null = useHistoryState()
  return isReading ? state?.genre : new URLSearchParams(search).get('genre')
}

function GenreChips({ present, shown }: { present: readonly Genre[]; shown: Genre | null }) {
  if (present.length < 2) return null
  const chip = (name: string, href: string, isOn: boolean, colour = '') => (
    <li key={name} className="shrink-0">
      <WouterLink href={href} aria-current={isOn || undefined} className="chip">
        <span className={cn(colour, 'chip-dot')} aria-hidden="true" />
        {name}
      </WouterLink>
    </li>
  )
  return (
    <nav aria-label="Genres" data-needs-script data-wake="?genre" className="mb-6 md:mb-9">
      {/* On a phone one row that runs off the edge: five rows of them would hide the stories. */}
      <ul className="strip -mx-(--gutter) flex gap-2.5 overflow-x-auto px-(--gutter) py-1 sm:flex-wrap">
        {chip(storiesText.all, paths.shortStories, shown === null)}
        {present.map((name) => {
          const isOn = name === shown
          return chip(name, isOn ? paths.shortStories : `?genre=${genreSlug(name)}`, isOn, genreColours[name])
        })}
      </ul>
    </nav>
  )
}

function Cards({ stories, genre }: { stories: readonly Story[]; genre: Genre | null }) {
  const lineOf = useGenreLine()
  const line = genre ? lineOf(genre) : ''
  const state: ShelfState = { below: 1, genre: genre && genreSlug(genre) }
  return (
    <>
      <p role="status" className={cn('lead mb-8 text-muted', line === '' && 'sr-only')}>
        {line} <span className="sr-only">{`${stories.length} shown.`}</span>
      </p>
      <div
        data-wide={stories[0]?.featured || undefined}
        className="shelf grid gap-5 sm:grid-cols-2 md:gap-6 lg:grid-cols-3"
      >
        {stories.map((story, index) => (
          <StoryCard
            key={story.id}
            story={story}
            state={state}
            isWide={index === 0 && story.featured}
            isFirst={index < 2}
          />
        ))}
      </div>
    </>
  )
}

/** What she says of a genre, if anything. */
function useGenreLine(): (genre: Genre) => string {
  const { genres } = useWords<typeof storiesWords>('stories')
  return (genre) => genres.find(({ term }) => term === genre)?.text ?? ''
}

function EmptyShelf() {
  const words = useWords<typeof storiesWords>('stories')
  const lineOf = useGenreLine()
  return (
    <>
      <Notice title={words.emptyHeading} action={<ButtonLink href={join.href}>{join.label}</ButtonLink>}>
        {words.empty}
      </Notice>
      {words.genres.length > 0 && (
        <>
          <h2 className="title-2 mt-12">{words.genresHeading}</h2>
          <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-5">
            {genres.filter(lineOf).map((genre) => (
              <li key={genre} className="overflow-hidden rounded-paper bg-raised">
                <img
                  src={artUrl(`story-${genreSlug(genre)}.svg`)}
                  alt=""
                  width={480}
                  height={300}
                  loading="lazy"
                  className="block aspect-8/5 w-full"
                />
                <div className="p-5">
                  <h3 className={cn('label', genreColours[genre])}>{genre}</h3>
                  <p className="mt-2.5 font-prose text-[1.0625rem]/[1.5] text-muted">{lineOf(genre)}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
