import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { isOutOn } from '#features/books/publication.ts'
import { StoryCard } from '#features/stories/story-card.tsx'
import { useWords } from '#features/words/queries.ts'
import { formatDate } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink, ExternalButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Cover } from '#ui/cover.tsx'
import { Day } from '#ui/day.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useAuthor, useSite } from '#ui/site.ts'
import { UploadedPicture } from '#ui/uploaded-picture.tsx'
import type { HomeShelf, Latest } from './contract.ts'
import {
  descriptionOf,
  hero,
  latestPosts,
  newestFile,
  type Offer,
  offersOf,
  type PublicationState,
  readerMagnets,
  shelfText,
  supportYourAuthor,
} from './home-text.ts'
import type { homeWords } from './home-words.ts'
import { latestQuery } from './queries.ts'
import { websiteThing } from './structured-data.ts'

const nothingYet: Latest = { front: null, newest: null, shelves: [], stories: [], posts: [], hasSupport: false }

/** The page is whole without them: it has no view for waiting or failing, and need not load the code for one. */
function useLatest(): Latest {
  const client = useQueryClient()
  const [latest, setLatest] = useState(() => client.getQueryData(latestQuery.queryKey) ?? nothingYet)
  useEffect(() => {
    client.ensureQueryData(latestQuery).then(setLatest, () => {})
  }, [client])
  return latest
}

export default function HomePage() {
  const site = useSite()
  const { author, today } = site
  const words = useWords<typeof homeWords>('home')
  const { front, newest, shelves, stories, posts, hasSupport } = useLatest()
  return (
    <>
      <Seo
        title={[author.name, author.genres.join(' and ').toLowerCase()].filter(Boolean).join(': ')}
        description={descriptionOf(site)}
        path={paths.home}
        share="home"
        things={(site) => [websiteThing(site)]}
      />
      <Hero cover={front} />
      {newest && <NewestFile book={newest} state={isOutOn(newest, today) ? 'after' : 'before'} />}
      {shelves.map((shelf) => (
        <ShelfStrip key={shelf.slug} shelf={shelf} />
      ))}
      {leadsSomewhere(site, paths.readerMagnets) && <ReaderMagnets offers={offersOf(site, words)} stories={stories} />}
      {posts.length > 0 && <LatestPosts posts={posts} />}
      {hasSupport && author.support.coffee && <Support />}
    </>
  )
}

function Hero({ cover }: { cover: Latest['front'] }) {
  const { author, arc } = useSite()
  const words = useWords<typeof homeWords>('home')
  const section = useRef<HTMLElement>(null)
  const [isOffscreen, setIsOffscreen] = useState(false)

  useEffect(() => {
    if (!section.current) return
    // A curtain nobody sees need not breathe.
    const watch = new IntersectionObserver(([entry]) => setIsOffscreen(entry?.isIntersecting === false))
    watch.observe(section.current)
    return () => watch.disconnect()
  }, [])

  return (
    <section
      ref={section}
      data-offscreen={isOffscreen || undefined}
      data-front={author.front}
      // A cover brings its own light: under it the words are those of the night.
      data-swatch={author.front === 'cover' ? 'night' : undefined}
      className={cn(
        'relative isolate overflow-hidden print:mt-0',
        author.front === 'cover' ? 'bg-ground text-ink' : '-mt-18',
      )}
    >
      {author.front === 'photograph' && (
        <div className="front-photograph">
          <UploadedPicture
            {...author.photograph}
            sizes="(min-width: 64rem) 60vw, 100vw"
            loading="eager"
            fetchPriority="high"
          />
        </div>
      )}
      {author.front === 'cover' ? (
        cover && <FrontCover book={cover} />
      ) : (
        <div aria-hidden="true" className="hero-curtain absolute inset-0 -z-10">
          <div className="hero-threads" />
          <div className="hero-threads" />
          <div className="hero-threads" />
        </div>
      )}
      <div className="column flex min-h-[min(100svh,56rem)] flex-col justify-end pt-[min(100vw,52svh)] pb-14 wide:justify-center wide:pt-20 wide:pb-8 forced-colors:pt-28 lg:pt-40 lg:pb-24 print:min-h-0 print:pt-0">
        {/* Above the name: forced colours paint a ground behind it that is taller than its line. */}
        <p className="label relative text-veil">{author.genres.join(' · ')}</p>
        <HeroName name={author.name} />
        {author.tagline && (
          <p className="mt-6 max-w-[19.7em] font-prose text-balance text-[1.3125rem]/[1.5] text-muted italic lg:text-[1.5rem]/[1.45]">
            {author.tagline}
          </p>
        )}
        <div className="mt-9 flex flex-wrap gap-4">
          <ButtonLink href={paths.books}>{hero.browseBooks}</ButtonLink>
          {arc && (
            <ButtonLink href={arc.href} variant="secondary" className="bg-ground/70">
              {hero.getArc}
            </ButtonLink>
          )}
        </div>
        {author.challenge.page && (
          <p className="small mt-5">
            <ExternalLink href={author.challenge.page} className="link inline-flex min-h-11 items-center text-muted">
              {words.challengeLink}
            </ExternalLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** Large and lit, on the colour most of it has. */
function FrontCover({ book }: { book: NonNullable<Latest['front']> }) {
  return (
    <>
      <svg aria-hidden="true" className="absolute inset-0 -z-10 size-full">
        <radialGradient id="front-light">
          <stop stopColor="#fff" stopOpacity={0.22} />
          <stop offset="1" stopColor="#fff" stopOpacity={0} />
        </radialGradient>
        {book.ground && <rect width="100%" height="100%" fill={book.ground} />}
        <circle className="front-light" fill="url(#front-light)" />
      </svg>
      <Cover
        book={book}
        sizes="(min-width: 64rem) 400px, 56vw"
        loading="eager"
        fetchPriority="high"
        className="front-cover"
      />
    </>
  )
}

/** Beyond Latin a title's letters are half as wide again. */
const wideLetters = /[^\0-\u036f\u1e00-\u1eff\u2000-\u206f]/

/** A name of any length: a long one is set smaller, and broken between its words only. */
function HeroName({ name }: { name: string }) {
  const isWide = wideLetters.test(name)
  if (name.length <= 16 && !isWide) return <h1 className="title-hero mt-4 wide:max-w-[50%]">{name}</h1>
  return (
    <h1 className="title-hero-long mt-4 wide:max-w-[60%]">
      {name.split(' ').map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name stand where they stand
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className={word.length <= (isWide ? 12 : 20) ? 'whitespace-nowrap' : undefined}>{word}</span>
        </Fragment>
      ))}
    </h1>
  )
}

function NewestFile({ book, state }: { book: NonNullable<Latest['newest']>; state: PublicationState }) {
  const said = useWords<typeof homeWords>('home')
  const { title, caption, summary, firstLine, publicationDate, href } = book
  const date = newestFile[state].dateLine(publicationDate ? formatDate(publicationDate) : '')
  return (
    <section aria-labelledby="newest-title" className="border-y border-line bg-verdict-bg">
      <div className="column grid grid-cols-1 items-center gap-8 py-14 sm:grid-cols-[minmax(0,15rem)_1fr] sm:gap-14 md:py-20 lg:grid-cols-[15rem_1fr_minmax(0,22rem)]">
        <Link href={href} tabIndex={-1} aria-hidden="true" className="lift mx-auto w-48 max-w-full sm:w-full">
          <Cover book={book} sizes="(min-width: 40rem) 240px, 192px" />
        </Link>
        <div className={cn('min-w-0', !firstLine && 'lg:col-span-2')}>
          <p className="label text-verdict">{state === 'before' ? said.beforeEyebrow : said.afterEyebrow}</p>
          <h2 id="newest-title" dir="auto" className="title-1 mt-3 wrap-anywhere">
            {title}
          </h2>
          {caption && (
            <p dir="auto" className="lead mt-5 max-w-[26.6em]">
              {caption}
            </p>
          )}
          {summary && (
            <p dir="auto" className="mt-4 max-w-[30.1em] font-prose text-[1.0625rem]/[1.6] text-muted">
              {summary}
            </p>
          )}
          {date && <p className="small mt-5">{date}</p>}
          <ButtonLink href={href} className="mt-7">
            {state === 'after' && firstLine ? said.afterLink : said.beforeLink}
          </ButtonLink>
        </div>
        {firstLine && (
          <figure className="hidden self-stretch border-l border-line pl-12 lg:flex lg:flex-col lg:justify-center">
            <blockquote>
              <p dir="auto" className="title-2 text-verdict">
                {firstLine}
              </p>
            </blockquote>
            <figcaption className="small mt-5 text-faint">{newestFile.quoted(title)}</figcaption>
          </figure>
        )}
      </div>
    </section>
  )
}

/** At a desk as many columns as there are books, so that no shelf ends in a hole. */
const columns: Record<number, string> = {
  1: 'lg:grid-cols-1',
  2: 'lg:grid-cols-[repeat(2,16rem)]',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
  5: 'lg:grid-cols-5',
  6: 'lg:grid-cols-6',
  7: 'lg:grid-cols-7',
}

function ShelfStrip({ shelf }: { shelf: HomeShelf }) {
  const { name, slug, pitch, books, count } = shelf
  const isLong = books.length > 4
  const titleId = `${slug}-title`
  return (
    <section aria-labelledby={titleId} className="pt-18 md:pt-28">
      <div className={cn('column gap-x-16', !isLong && 'lg:grid lg:grid-cols-[1fr_2fr]')}>
        <div className="min-w-0">
          <h2 id={titleId} dir="auto" className="title-2 wrap-anywhere">
            {name}
          </h2>
          {pitch && <p className="lead mt-2.5 text-muted">{pitch}</p>}
          {count > books.length && (
            <Link href={`${paths.books}#${slug}`} className="link mt-2 inline-flex min-h-11 items-center font-semibold">
              {shelfText.all(count)}
            </Link>
          )}
        </div>
        {/* On a phone the row runs off the edge with the next cover showing, so the thumb knows there is more. */}
        <ul
          className={cn(
            'strip -mx-(--gutter) mt-8 -mb-8 flex gap-4 overflow-x-auto px-(--gutter) pt-2 pb-12 md:gap-5 lg:mx-0 lg:grid lg:overflow-visible lg:px-0',
            columns[books.length],
            !isLong && 'lg:mt-0 lg:gap-8 lg:pt-0',
          )}
        >
          {books.map((book) => (
            <li
              key={book.slug}
              className={cn(
                'shrink-0 snap-start lg:w-auto',
                isLong ? 'w-36 md:w-40' : 'w-52',
                books.length === 1 && 'flex w-full items-center gap-6 md:gap-10',
                books.length > 2 && !isLong && 'md:w-auto md:flex-1 md:shrink',
              )}
            >
              <Link
                href={paths.book(book.slug)}
                className={cn('lift block rounded-[2px]', books.length === 1 && 'w-40 shrink-0 md:w-64')}
              >
                <Cover
                  book={book}
                  sizes={isLong ? '160px' : '(min-width: 64rem) 256px, (min-width: 48rem) 240px, 208px'}
                />
              </Link>
              {books.length === 1 && (
                <p dir="auto" className="lead min-w-0 text-muted">
                  {book.caption || book.title}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const offerColumns: Record<number, string> = { 2: 'md:grid-cols-2', 3: 'md:grid-cols-3' }

function ReaderMagnets({ offers, stories }: { offers: readonly Offer[]; stories: Latest['stories'] }) {
  const words = useWords<typeof homeWords>('home')
  // The letter alone is nothing to read yet: it stands under its own name.
  const isLetterOnly = stories.length === 0 && offers.length === 1
  return (
    <section
      id={readerMagnets.id}
      // The letter's own heading is that of the foot too: two landmarks of one name would be none.
      aria-labelledby={isLetterOnly ? undefined : 'magnets-title'}
      className="column -scroll-mt-8 pt-24 md:-scroll-mt-20 md:pt-36"
    >
      <h2 id="magnets-title" className="title-2 max-w-[20ch]">
        {isLetterOnly ? words.letterHeading : words.freeHeading}
      </h2>
      {stories.length > 0 && <StoryCards stories={stories} />}
      <div className={cn('mt-9 grid gap-5 md:gap-6', offerColumns[offers.length])}>
        {offers.map((offer) => (
          <article key={offer.href} className="flex flex-col items-start border-t-2 border-veil bg-raised p-6 md:p-7">
            {!isLetterOnly && <h3 className="title-3 mb-3">{offer.heading}</h3>}
            <p className="mb-6 font-prose text-[1.0625rem]/[1.55] text-muted">{offer.text}</p>
            <Link href={offer.href} className="link mt-auto inline-flex min-h-11 items-center font-semibold">
              {offer.linkLabel}
            </Link>
          </article>
        ))}
      </div>
    </section>
  )
}

function StoryCards({ stories }: { stories: Latest['stories'] }) {
  return (
    <>
      <div className="mt-9 grid gap-5 md:grid-cols-3 md:gap-6">
        {stories.map((story) => (
          <StoryCard key={story.slug} story={story} level={3} />
        ))}
      </div>
      <Link href={paths.shortStories} className="link mt-4 inline-flex min-h-11 items-center font-semibold">
        {readerMagnets.allStories}
      </Link>
    </>
  )
}

function LatestPosts({ posts }: { posts: Latest['posts'] }) {
  const words = useWords<typeof homeWords>('home')
  return (
    <section aria-labelledby="posts-title" className="column pt-24 md:pt-36">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="posts-title" className="title-2">
          {words.postsHeading}
        </h2>
        <Link href={paths.blog} className="link inline-flex min-h-11 items-center font-semibold">
          {latestPosts.linkLabel}
        </Link>
      </div>
      <div className="mt-7 grid gap-x-14 gap-y-10 md:grid-cols-2">
        {posts.map((post) => (
          <article key={post.slug} className="group relative border-t border-line pt-6">
            <p className="small text-faint">
              {post.publishedDate && <Day at={post.publishedDate} />} · {post.readingMinutes} min read
            </p>
            <h3 className="title-3 mt-2.5">
              <Link href={paths.post(post.slug)} className="group-hover:underline after:absolute after:inset-0">
                {post.title}
              </Link>
            </h3>
            {post.excerpt && <p className="mt-3 font-prose text-[1.0625rem]/[1.55] text-muted">{post.excerpt}</p>}
          </article>
        ))}
      </div>
    </section>
  )
}

function Support() {
  const author = useAuthor()
  const words = useWords<typeof homeWords>('home')
  return (
    <section aria-labelledby="support-title" className="column pt-24 md:pt-36">
      <div className="mx-auto max-w-2xl text-center">
        <h2 id="support-title" className="title-2">
          {supportYourAuthor.heading}
        </h2>
        <p className="lead mt-4 text-muted">{words.support}</p>
        <ExternalButtonLink href={author.support.coffee} variant="secondary" className="mt-8">
          {supportYourAuthor.linkLabel}
        </ExternalButtonLink>
      </div>
    </section>
  )
}
