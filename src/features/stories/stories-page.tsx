import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { storiesQuery, storyQuery } from './queries.ts'
import type { Reader } from './reader.tsx'
import { storiesText } from './stories-text.ts'
import type { storiesWords } from './stories-words.ts'
import type { StorySeo } from './story-seo.tsx'
import { StoryShelf } from './story-shelf.tsx'

/** Most who look along the shelf have not opened anything yet: story-page.tsx brings the reader's code along. */
export const opened: { Reader: typeof Reader | null; Seo: typeof StorySeo | null } = { Reader: null, Seo: null }

/** The shelf, and with a story's address that story open in front of it. */
export default function StoriesPage({ params }: { params: Record<string, string> }) {
  const { slug } = params
  const words = useWords<typeof storiesWords>('stories')
  useFocusOnReturn(slug)
  return (
    <>
      {slug === undefined ? <ShelfSeo /> : <OpenStory slug={slug} />}
      <PageHeading title={storiesText.heading} level={slug === undefined ? 1 : 2}>
        {words.sub}
      </PageHeading>
      <section aria-label="Stories" className="column">
        <StoryShelf isReading={slug !== undefined} />
      </section>
    </>
  )
}

function OpenStory({ slug }: { slug: string }) {
  const { data: stories = [] } = useQuery(storiesQuery)
  // What was asked for ahead and did not come is asked for again; what the server could not bring is not, unless she says so.
  const { data: story, error, refetch } = useQuery({ ...storyQuery(slug), retryOnMount: useIsAwake() })
  if (error && 'status' in error && error.status === 404) return <MissingStory slug={slug} />
  const at = stories.findIndex((other) => other.slug === slug)
  const next = stories[(at + 1) % stories.length]
  // What the shelf knows of it stands there at once; its words may still be on the way.
  const known = story ?? stories[at]
  return (
    <>
      {known && opened.Seo ? <opened.Seo story={known} /> : <ShelfSeo />}
      {opened.Reader && (
        <opened.Reader
          slug={slug}
          known={known}
          body={story?.body}
          next={next?.slug === slug ? undefined : next}
          failure={error && { hasAnswer: 'status' in error, retry: refetch }}
        />
      )}
    </>
  )
}

function ShelfSeo() {
  const { description } = useWords<typeof storiesWords>('stories')
  return <Seo title="Short Stories" description={description} path={paths.shortStories} share="short-stories" />
}

function MissingStory({ slug }: { slug: string }) {
  const { missingHeading: title, missing: line } = useWords<typeof storiesWords>('stories')
  // Whoever pressed a card that is gone meanwhile is brought here, where it says so; a visitor is here already.
  useEffect(() => {
    if (document.activeElement !== document.body) focusMainHeading()
  }, [])
  return (
    <section className="column pt-12 pb-24">
      <Seo title={title} description={line} path={paths.story(slug)} share="not-found" isHidden />
      <Notice title={title} level={1} art="stairs">
        {line}
      </Notice>
    </section>
  )
}

/** When a story is closed, the focus goes to its card, which is brought into view only if she could not see it. */
function useFocusOnReturn(slug: string | undefined) {
  const before = useRef(slug)
  useLayoutEffect(() => {
    const closed = slug === undefined && before.current
    before.current = slug
    const card = closed && document.querySelector<HTMLElement>(`[data-story="${CSS.escape(closed)}"]`)
    if (!card) return
    const { top, bottom } = card.getBoundingClientRect()
    card.focus({ preventScroll: bottom > 0 && top < innerHeight })
  }, [slug])
}
