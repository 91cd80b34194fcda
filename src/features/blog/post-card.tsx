import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { blogText } from './blog-text.ts'
import type { Post } from './contract.ts'
import { PostMeta, PostPicture, PostTags } from './post-parts.tsx'

/** The post the author has put first: wide, with its picture at its largest. */
export function FeaturedPost({ post }: { post: Post }) {
  return (
    <article className="group grid items-center gap-6 md:gap-8 lg:grid-cols-[7fr_5fr] lg:gap-14">
      <PictureLink post={post}>
        <PostPicture post={post} isFirst className="aspect-video" />
      </PictureLink>
      <PostWords post={post} isFeatured titleClass={post.title.length > longTitle ? 'title-3' : 'title-2'} />
    </article>
  )
}

const row =
  'grid gap-5 border-t border-line py-8 sm:grid-cols-[minmax(0,2fr)_3fr] md:gap-8 md:py-10 ' +
  'lg:grid-cols-[minmax(0,20rem)_1fr] lg:gap-14'

export function ListedPost({ post }: { post: Post }) {
  return (
    <article className={cn('group', row)}>
      {/* On a phone a drawing is a strip: there may be a hundred of them. */}
      <PictureLink post={post}>
        <PostPicture post={post} className={cn('sm:aspect-video', post.coverImage ? 'aspect-video' : 'aspect-5/2')} />
      </PictureLink>
      <PostWords post={post} titleClass="title-3" />
    </article>
  )
}

function PictureLink({ post, children }: { post: Post; children: ReactNode }) {
  return (
    <Link href={paths.post(post.slug)} tabIndex={-1} aria-hidden="true">
      {children}
    </Link>
  )
}

const longTitle = 70

function PostWords({ post, isFeatured, titleClass }: { post: Post; isFeatured?: boolean; titleClass: string }) {
  return (
    <div className="min-w-0">
      {(isFeatured || post.category) && (
        <p className="label flex flex-wrap gap-x-4">
          {isFeatured && <span className="text-accent">{blogText.featured}</span>}
          {post.category && <span className="text-veil">{post.category}</span>}
        </p>
      )}
      <h2 className={cn(titleClass, 'mt-2.5 max-w-[32ch]')}>
        <Link href={paths.post(post.slug)} tabIndex={-1} className="underline-offset-[0.12em] group-hover:underline">
          {post.title}
        </Link>
      </h2>
      <PostMeta post={post} className="mt-3" />
      {post.excerpt && (
        <p className="mt-4 max-w-[34.7em] font-prose text-[1.0625rem]/[1.55] md:text-pretty text-muted">
          {post.excerpt}
        </p>
      )}
      <PostTags tags={post.tags} className="mt-4" />
      {/* Picture and title lead there too, but a keyboard stops once at each card. */}
      <Link href={paths.post(post.slug)} className="link mt-3 inline-flex min-h-11 items-center font-semibold">
        {blogText.readMore}
        <span className="sr-only">: {post.title}</span>
      </Link>
    </div>
  )
}

/** The list's rows before they are there, in the same boxes. */
export function PostSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading posts</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          key={index}
          data-slot="skeleton-card"
          aria-hidden="true"
          className={cn('skeleton', row)}
        >
          <div className="aspect-5/2 rounded-paper bg-raised sm:aspect-video">
            <div className="chart h-full opacity-15" />
          </div>
          <div className="space-y-4">
            <div className="h-3 w-1/4 bg-line" />
            <div className="h-9 w-2/3 bg-line" />
            <div className="h-3 w-1/2 bg-line" />
            <div className="h-4 bg-line" />
            <div className="h-4 w-4/5 bg-line" />
          </div>
        </div>
      ))}
    </div>
  )
}
