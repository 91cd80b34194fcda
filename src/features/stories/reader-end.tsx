import { useQuery } from '@tanstack/react-query'
import { useHistoryState } from 'wouter/use-browser-location'
import { useWords } from '#features/words/queries.ts'
import { Share } from '#features/writing/share.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Cover } from '#ui/cover.tsx'
import { Link } from '#ui/link.tsx'
import type { BookAfter, Story } from './contract.ts'
import { bookAfterQuery } from './queries.ts'
import { readerText } from './stories-text.ts'
import type { storiesWords } from './stories-words.ts'
import { genreColours, type ShelfState, StoryPicture } from './story-card.tsx'
import { lengthLine } from './story-length.ts'

/** What to do with the rest of the night: pass it on, the next story, one book, one letter a month. */
export function ReaderEnd({ story, next, isOut }: { story: Story; next: Story | undefined; isOut: boolean }) {
  const { data: book } = useQuery(bookAfterQuery(story.slug))
  const words = useWords<typeof storiesWords>('stories')
  return (
    <footer className="reader-end" data-print="off">
      {isOut && <Share title={story.title} path={paths.story(story.slug)} className="text-center" />}
      {next && <NextStory story={next} />}
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
        {book && <LongerOne book={book} />}
        <section>
          <h2 className="label text-faint">{words.endLetterHeading}</h2>
          <p className="mt-2.5 font-prose text-[1.0625rem]/[1.5] text-muted">{words.endLetter}</p>
          <ButtonLink href={paths.signup} variant="secondary" className="mt-4">
            {readerText.join}
          </ButtonLink>
        </section>
      </div>
    </footer>
  )
}

function LongerOne({ book }: { book: NonNullable<BookAfter> }) {
  const href = paths.book(book.slug)
  return (
    <section className="flex gap-5">
      <Link href={href} tabIndex={-1} aria-hidden="true" className="lift w-24 max-w-1/4 shrink-0">
        <Cover book={book} alt="" sizes="96px" />
      </Link>
      <div className="min-w-0">
        <h2 className="label text-faint">{readerText.bookLabel}</h2>
        <p className="mt-1.5">
          <Link href={href} dir="auto" className="title-3 inline-block py-1.5 underline-offset-4 hover:underline">
            {book.title}
          </Link>
        </p>
        <p className="mt-1 font-prose text-[1.0625rem]/[1.5] text-muted">{book.caption}</p>
      </div>
    </section>
  )
}

function NextStory({ story }: { story: Story }) {
  // One story further from the shelf: closing leads all the way back, Back only to the story before.
  const here: ShelfState | null = useHistoryState()
  const state = here?.below ? { below: here.below + 1, genre: here.genre } : null
  return (
    <section>
      <h2 className="label text-faint">{readerText.next}</h2>
      <Link
        href={paths.story(story.slug)}
        state={state}
        className="story-card group mt-4 sm:grid sm:grid-cols-[15rem_1fr]"
      >
        <span className="block overflow-hidden bg-sunken forced-colors:hidden">
          <StoryPicture story={story} />
        </span>
        <span className="flex flex-col justify-center p-5">
          <span className={cn('label', genreColours[story.genre])}>{story.genre}</span>
          <span dir="auto" className="title-3 mt-2">
            <span className="story-title">{story.title}</span>
          </span>
          <span className="small pt-2 text-faint">{lengthLine(story)}</span>
        </span>
      </Link>
    </section>
  )
}
