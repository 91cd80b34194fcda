import type { ReactNode } from 'react'
import { pageOf } from '#art/post-page.ts'
import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { PaperAddress, Share } from '#features/writing/share.tsx'
import { paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { Seo } from '#ui/seo.tsx'
import { blogText } from './blog-text.ts'
import type { blogWords } from './blog-words.ts'
import type { PostInPlace, PostLink, PostsBeside } from './contract.ts'
import { PostMeta, PostPicture, PostTags } from './post-parts.tsx'
import { postThing, summaryOf } from './post-thing.ts'
import { publishedAt } from './structured-data.ts'

export function PostSeo({ post }: { post: PostInPlace }) {
  return (
    <Seo
      title={post.title}
      description={summaryOf(post)}
      path={paths.post(post.slug)}
      shareImage={(cards) => shareUrls.post(cards, post)}
      type="article"
      article={{
        published: publishedAt(post),
        modified: post.updatedAt,
        tags: post.tags,
        ...(post.category ? { section: post.category } : {}),
      }}
      things={(site) => [postThing(site, post)]}
    />
  )
}

/** `note` is said above it where it is shown before its time: then it has no address yet that could be passed on. */
export function PostArticle({ post, note }: { post: PostInPlace; note?: ReactNode }) {
  return (
    <>
      <article>
        <PostHeader post={post} note={note} />
        <div className="column">
          <div className="mx-auto max-w-180">
            <Prose blocks={post.body} />
            <PostTags tags={post.tags} className="mt-10" />
            {!note && <Share title={post.title} path={paths.post(post.slug)} className="mt-10" />}
          </div>
        </div>
      </article>
      <div className="column">
        <div className="mx-auto max-w-180">
          <Promo />
          <Beside {...post} />
        </div>
      </div>
    </>
  )
}

/** The longer the title, the smaller: it should be read in three lines. */
function titleSize(title: string): string {
  if (title.length > 110) return 'title-3'
  return title.length > 48 ? 'title-2' : 'title-1'
}

function PostHeader({ post, note }: { post: PostInPlace; note: ReactNode }) {
  return (
    <header className="relative isolate -mt-18 overflow-hidden">
      <div aria-hidden="true" className="fade-down absolute inset-x-0 top-0 -z-10 h-60 opacity-45">
        <div className="page-art h-full" data-page={pageOf(post.id)} />
      </div>
      <div className="column pt-34 pb-10 md:pt-42 md:pb-12">
        <div className="mx-auto max-w-180">
          {note}
          {post.category && <p className="label mb-4 text-veil">{post.category}</p>}
          <h1 className={titleSize(post.title)}>{post.title}</h1>
          <PostMeta post={post} className="mt-5" />
          {!note && <PaperAddress path={paths.post(post.slug)} />}
          {post.excerpt && <p className="lead mt-6 text-muted">{post.excerpt}</p>}
        </div>
        {post.coverImage && <PostPicture post={post} isFirst className="mx-auto mt-10 aspect-video max-w-240" />}
      </div>
    </header>
  )
}

function Promo() {
  const words = useWords<typeof blogWords>('blog')
  const { booksLabel, freeLabel } = blogText.promo
  return (
    <aside
      aria-labelledby="promo-title"
      data-print="off"
      className="mt-16 border-t-2 border-veil bg-raised p-6 md:mt-20 md:p-9"
    >
      <h2 id="promo-title" className="title-3">
        {words.promoHeading}
      </h2>
      <p className="mt-3 max-w-[30.1em] font-prose text-[1.0625rem]/[1.55] text-muted">{words.promo}</p>
      <div className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-3">
        <ButtonLink href={paths.books}>{booksLabel}</ButtonLink>
        {/* A plain link: this address redirects. */}
        <a href="/reader-magnets" className="link inline-flex min-h-11 items-center font-semibold">
          {freeLabel}
        </a>
      </div>
    </aside>
  )
}

function Beside({ previous, next }: PostsBeside) {
  return (
    <nav aria-label="More posts" className="mt-16 border-t border-line pt-8" data-print="off">
      <div className="grid gap-6 sm:grid-cols-2">
        {previous && <BesideLink label={blogText.previous} post={previous} />}
        {next && <BesideLink label={blogText.next} post={next} className="sm:col-start-2 sm:text-right" />}
      </div>
      <p className="mt-8">
        <Link href={paths.blog} className="link inline-flex min-h-11 items-center">
          {blogText.all}
        </Link>
      </p>
    </nav>
  )
}

function BesideLink({ label, post, className }: { label: string; post: PostLink; className?: string }) {
  return (
    <Link href={paths.post(post.slug)} className={cn('group block', className)}>
      <span className="label block text-faint">{label}</span>
      <span className="title-3 mt-2 block underline-offset-[0.12em] group-hover:underline">{post.title}</span>
    </Link>
  )
}
