import { excerpt } from '#lib/excerpt.ts'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import type { CardStory } from './contract.ts'
import { type Genre, storyArtUrl } from './genres.ts'
import { lengthLine } from './story-length.ts'

export const genreColours: Record<Genre, string> = {
  'Supernatural Suspense': 'text-supernatural-suspense',
  'Supernatural Drama': 'text-supernatural-drama',
  'Mystery Thriller': 'text-mystery-thriller',
  'Psychological Suspense': 'text-psychological-suspense',
  'Spiritual Fiction': 'text-spiritual-fiction',
}

/** Goes along when a story is opened from the shelf: how far below the shelf lies in the history, and what it showed. */
export type ShelfState = { below: number; genre: string | null }

type Props = { story: CardStory; state?: ShelfState; level?: 2 | 3; isWide?: boolean; isFirst?: boolean }

/** A story on the shelf. The whole card is the link to it. */
export function StoryCard({ story, state, level = 2, isWide = false, isFirst = false }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { slug, title, genre, description, editoriallyReviewed } = story
  return (
    <Link
      href={paths.story(slug)}
      state={state}
      // The second half of a double press on what lay above: she meant to close that, not to open this.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      data-story={slug}
      className={cn('story-card group', isWide && 'md:col-span-full md:grid md:grid-cols-[1.35fr_1fr]')}
    >
      <span className="block overflow-hidden bg-sunken forced-colors:hidden">
        <StoryPicture story={story} isFirst={isFirst} />
      </span>
      <span className={cn('flex grow flex-col items-start p-5', isWide && 'md:justify-center md:p-8 lg:p-10')}>
        <span className={cn('label', genreColours[genre])}>{genre}</span>
        <Heading dir="auto" className={cn('mt-2 line-clamp-4 w-full', isWide ? 'title-3 md:title-2' : 'title-3')}>
          <span className="story-title">{title}</span>
        </Heading>
        {description && (
          <span
            dir="auto"
            className={cn('mt-2.5 w-full font-prose text-[1.0625rem]/[1.5] text-muted', isWide && 'md:lead md:mt-4')}
          >
            {/* Cut here at a word's end: lines counted by the browser end inside one. */}
            {excerpt(description, 180)}
          </span>
        )}
        <span
          className={cn('small flex flex-wrap items-center gap-x-4 gap-y-1 pt-4 text-faint', !isWide && 'story-facts')}
        >
          <span>{lengthLine(story)}</span>
          {editoriallyReviewed && <EditorialReview />}
        </span>
      </span>
    </Link>
  )
}

type PictureProps = { story: Pick<CardStory, 'id' | 'genre' | 'coverImage'>; isFirst?: boolean; className?: string }

/** Her own cover where there is one, else what was drawn for the story. Either way it tells nothing the words do not. */
export function StoryPicture({ story, isFirst = false, className }: PictureProps) {
  return (
    <img
      src={story.coverImage ?? storyArtUrl(story)}
      alt=""
      width={480}
      height={300}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      className={cn('story-picture block aspect-8/5 size-full object-cover', className)}
    />
  )
}

/** Read by an editor: a word, and a small seal beside it. */
export function EditorialReview() {
  return (
    <span className="inline-flex items-center gap-1.5 text-veil">
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 fill-none stroke-current">
        <circle cx="8" cy="8" r="6.5" strokeDasharray="2.4 1.2" strokeWidth="1.6" />
        <path d="M5.2 8.2l2 2 3.6-4.2" strokeWidth="1.4" />
      </svg>
      Editorial Review
    </span>
  )
}
