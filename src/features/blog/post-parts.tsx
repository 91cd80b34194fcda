import { useState } from 'react'
import { pageOf } from '#art/post-page.ts'
import { cn } from '#ui/cn.ts'
import { Day } from '#ui/day.tsx'
import { Facts } from '#ui/facts.tsx'
import { useAuthor } from '#ui/site.ts'
import { blogText } from './blog-text.ts'
import type { Post } from './contract.ts'
import { minutesOf } from './reading-time.ts'
import { publishedAt } from './structured-data.ts'

/** When, by whom, how long. */
export function PostMeta({ post, className }: { post: Post; className?: string }) {
  const author = useAuthor()
  return (
    <p className={cn('small text-faint', className)}>
      <Facts
        facts={[{ name: 'date', node: <Day at={publishedAt(post)} /> }, author.name, blogText.minutes(minutesOf(post))]}
      />
    </p>
  )
}

export function PostTags({ tags, className }: { tags: readonly string[]; className?: string }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className={cn('flex flex-wrap gap-2', className)}>
      {tags.map((tag) => (
        <li key={tag} className="rounded-paper border border-line px-2.5 py-0.5 text-[0.875rem] text-muted">
          {tag}
        </li>
      ))}
    </ul>
  )
}

type PictureProps = { post: Pick<Post, 'id' | 'coverImage'>; className?: string; isFirst?: boolean }

/** A post's cover in its place; without one, until it is there, or if it never comes, a page of writing drawn for it. */
export function PostPicture({ post, className, isFirst = false }: PictureProps) {
  const [isBroken, setIsBroken] = useState(false)
  // It may have failed before this code was there to be told.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setIsBroken(true)
  }
  return (
    <div aria-hidden="true" className={cn('relative overflow-hidden rounded-paper bg-raised', className)}>
      <div className="page-art absolute inset-0" data-page={pageOf(post.id)} />
      {post.coverImage && !isBroken && (
        <img
          ref={look}
          onError={() => setIsBroken(true)}
          src={post.coverImage}
          alt=""
          width={1280}
          height={720}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  )
}
