import { useQueryClient } from '@tanstack/react-query'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useWords } from '#features/words/queries.ts'
import { Manuscript } from '#features/writing/manuscript-view.tsx'
import { PaperAddress } from '#features/writing/share.tsx'
import { formatDate } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { track } from '#lib/track.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { ReadingBar } from '#ui/reading-bar.tsx'
import { findPlace, goToPlace, keptPlace, placesKey, type ReadingParts, type ReadingPlace } from '#ui/reading-place.ts'
import { useAuthor } from '#ui/site.ts'
import { leaveTopLayer } from '#ui/top-layer.ts'
import type { Story, StoryInFull } from './contract.ts'
import { storyQuery } from './queries.ts'
import { ReaderEnd } from './reader-end.tsx'
import './reader.css'
import { readerText } from './stories-text.ts'
import type { storiesWords } from './stories-words.ts'
import { EditorialReview, genreColours } from './story-card.tsx'
import { wordsLine } from './story-length.ts'

type Props = {
  slug: string
  /** what is known of the story before its words have come */
  known: Story | undefined
  body: StoryInFull['body'] | undefined
  next: Story | undefined
  failure: Failure | null
  /** said above it where it is shown before its time: then it has no address yet that could be passed on */
  note?: ReactNode
}

/** The words did not come. Without an answer it was the network, with one the site. */
type Failure = { hasAnswer: boolean; retry: () => void }

/**
 * A story, whole, in front of the shelf. The server sends it open, and as good as modal by its looks; once awake it is a
 * modal dialog. Without scripts it is simply what the page begins with.
 */
export function Reader(props: Props) {
  const { slug, known, body, note } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const isAwake = useIsAwake()
  const [sentOpen] = useState(isAwake ? undefined : slug)
  const close = useLeaving()
  const readOn = useReadingAhead(props)
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
  }
  useModal({ dialog, text })
  useEffect(() => {
    // Of what the server sent open, the tracker tells, whether the page wakes or not.
    if (slug !== sentOpen) track('story_opened', { story: slug })
  }, [slug, sentOpen])
  useTopOfStory(dialog, slug)
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="story-title"
      data-rise={sentOpen ? undefined : ''}
      data-sent-open={sentOpen}
      onCancel={cancel}
      // A browser may insist, after a second Esc. When it goes with its page, there is nothing left to close.
      onClose={() => dialog.current?.open === false && close()}
      {...usePressBeside(close)}
      className="reader"
    >
      <article key={slug} className="reader-sheet">
        <ReadingBar
          id={body ? known?.id : undefined}
          minutes={known?.readingMinutes}
          {...{ dialog, text }}
          onRead={readOn}
          closeTo={paths.shortStories}
          onClose={close}
        />
        <StoryHead story={known} note={note} />
        <StoryBody {...props} {...{ dialog, text }} />
      </article>
    </dialog>
  )
}

/** Tells how far she came; from the middle on, the words of the next story are on their way too. */
function useReadingAhead({ slug, next }: Props) {
  const client = useQueryClient()
  return (percent: number) => {
    track('story_read', { story: slug, percent })
    if (percent === 50 && next) void client.prefetchQuery(storyQuery(next.slug))
  }
}

function StoryBody({ known, body, next, failure, note, ...parts }: Props & ReadingParts) {
  const { shown, isTrying, tryAgain } = useTryAgain(failure, body !== undefined)
  if (shown) {
    return (
      <div role="alert" className="px-(--side) font-interface text-balance">
        <Notice
          title={readerText.failed.title}
          action={
            <Button onClick={tryAgain} aria-disabled={isTrying}>
              {isTrying ? readerText.trying : readerText.tryAgain}
            </Button>
          }
        >
          {shown.hasAnswer ? readerText.failed.noWords : readerText.failed.noNetwork}
        </Notice>
      </div>
    )
  }
  if (!known || !body) return <Waiting />
  return (
    <>
      <Resume id={known.id} {...parts} />
      <Manuscript ref={parts.text} blocks={body} />
      <ReaderEnd story={known} next={next} isOut={!note} />
    </>
  )
}

/** What failed stands until the next answer, so that its button keeps the focus; the words give it to their title. */
function useTryAgain(failure: Failure | null, isHere: boolean) {
  const [last, setLast] = useState<Failure | null>(null)
  useLayoutEffect(() => {
    if (last && isHere && document.activeElement === document.body) document.getElementById('story-title')?.focus()
  }, [last, isHere])
  const tryAgain = () => {
    if (!failure) return
    setLast(failure)
    failure.retry()
  }
  const shown = isHere ? null : (failure ?? last)
  return { shown, isTrying: failure === null, tryAgain }
}

/** Open is not yet modal: it becomes so here, in one step, with the same words before her eyes as a moment ago. */
function useModal({ dialog, text }: ReadingParts) {
  useLayoutEffect(() => {
    const { current } = dialog
    if (!current) return
    const focused = document.activeElement
    const place = text.current && findPlace(text.current)
    const { scrollTop } = current
    // Not closed, which would be told to everybody: only no longer open.
    current.removeAttribute('open')
    current.showModal()
    current.scrollTop = scrollTop
    if (place && text.current) goToPlace(text.current, place)
    const wasInside = focused instanceof HTMLElement && current.contains(focused)
    const target = wasInside ? focused : current.querySelector('h1')
    target?.focus({ preventScroll: true })
    return () => leaveTopLayer(current)
  }, [dialog, text])
}

/** Another story in the same sheet begins at its title, where the focus goes, so that it is read aloud. */
function useTopOfStory(dialog: RefObject<HTMLDialogElement | null>, slug: string) {
  const shown = useRef(slug)
  useLayoutEffect(() => {
    if (!dialog.current || shown.current === slug) return
    shown.current = slug
    dialog.current.scrollTop = 0
    dialog.current.querySelector('h1')?.focus({ preventScroll: true })
  }, [dialog, slug])
}

/**
 * Back to the shelf, along the history if that is where she came from. The sheet stays until it is gone with its
 * address: a second press meanwhile does nothing, and one after that finds a way that does not need the history.
 */
function useLeaving() {
  const [, navigate] = useLocation()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const isFirst = pressedAt.current < 0
    if (performance.now() - pressedAt.current < 500) return
    pressedAt.current = performance.now()
    const below: unknown = history.state?.below
    if (isFirst && typeof below === 'number') history.go(-below)
    else navigate(paths.shortStories, { replace: true })
  }
}

/** A press beside the sheet closes; one that only ends there, after selecting words, does not. */
function usePressBeside(close: () => void) {
  const beganBeside = useRef(false)
  return {
    onPointerDown: (event: MouseEvent) => {
      beganBeside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget && beganBeside.current) close()
    },
  }
}

function StoryHead({ story, note }: { story: Story | undefined; note: ReactNode }) {
  const author = useAuthor()
  const title = story?.title ?? readerText.loading
  // The face is for short titles: a long one is set smaller, or it would fill the first screen by itself.
  const size = title.length > 110 ? 'title-3' : title.length > 50 ? 'title-2' : 'title-1'
  return (
    <header className="reader-head">
      {note}
      <h1 id="story-title" tabIndex={-1} dir="auto" className={size}>
        {title}
      </h1>
      <p className="reader-byline">by {author.name}</p>
      {story && (
        <p className="small reader-facts">
          <span className={cn('font-semibold', genreColours[story.genre])}>{story.genre}</span>
          {story.editoriallyReviewed && <EditorialReview />}
          <span>{wordsLine(story.wordCount)}</span>
          <time dateTime={story.publicationDate}>{formatDate(story.publicationDate)}</time>
        </p>
      )}
      {story && story.reedyPromptsUrl !== '#' && (
        <p className="small mt-2">
          <ExternalLink href={story.reedyPromptsUrl} className="link inline-flex min-h-11 items-center">
            {readerText.original}
          </ExternalLink>
        </p>
      )}
      {story && !note && <PaperAddress path={paths.story(story.slug)} />}
    </header>
  )
}

/** Offers to go on where she left off; goes away by itself once she is reading. */
function Resume({ id, dialog, text }: ReadingParts & { id: string }) {
  const { resume } = useWords<typeof storiesWords>('stories')
  const [place, setPlace] = useState<ReadingPlace | null>(null)
  useEffect(() => {
    const scroller = dialog.current
    if (!scroller) return
    setPlace(keptPlace(id))
    const look = () => scroller.scrollTop > scroller.clientHeight && setPlace(null)
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [id, dialog])

  const goOn = () => {
    const paragraph = place && text.current && goToPlace(text.current, place)
    setPlace(null)
    paragraph?.focus({ preventScroll: true })
  }
  const startOver = () => {
    setPlace(null)
    document.getElementById('story-title')?.focus()
  }
  return (
    <div role="status" data-print="off" data-wake={placesKey}>
      {place && (
        <div className="reader-resume">
          <p>{resume}</p>
          <Button onClick={goOn} className="min-h-11 px-4">
            {readerText.continue}
          </Button>
          <Button onClick={startOver} variant="quiet" className="min-h-11">
            {readerText.startOver}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Lines where the words will stand. */
function Waiting() {
  return (
    <div aria-busy="true" className="manuscript skeleton">
      <span className="sr-only">{readerText.loading}</span>
      {[100, 96, 99, 92, 60, 98, 94, 70].map((width) => (
        <svg key={width} aria-hidden="true" width={`${width}%`} height="10" className="mb-5 block fill-line">
          <rect width="100%" height="10" />
        </svg>
      ))}
    </div>
  )
}
