import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { blogText } from './blog-text.ts'
import type { blogWords } from './blog-words.ts'
import { PostArticle, PostSeo } from './post-article.tsx'
import { postQuery } from './queries.ts'

export default function PostPage({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  const { data: post, isPending } = useQuery(postQuery(slug))
  const wasPending = useRef(false)

  useEffect(() => {
    // The page had arrived without its words: now there is a heading to be read aloud.
    if (wasPending.current && !isPending) focusMainHeading({ preventScroll: true })
    wasPending.current = isPending
  }, [isPending])

  if (isPending) return <Loading slug={slug} />
  if (!post) return <Missing slug={slug} />
  return (
    <>
      <PostSeo post={post} />
      <PostArticle key={slug} post={post} />
    </>
  )
}

function Loading({ slug }: { slug: string }) {
  return (
    <>
      <Seo
        title={blogText.heading}
        description={useWords<typeof blogWords>('blog').sub}
        path={paths.post(slug)}
        share="blog"
        isHidden
      />
      <div aria-busy="true" className="column section-space">
        <span className="sr-only">Loading post</span>
        <div data-slot="skeleton-card" aria-hidden="true" className="skeleton mx-auto max-w-180 space-y-5">
          <div className="h-3 w-1/4 bg-line" />
          <div className="h-14 w-5/6 bg-line" />
          <div className="h-3 w-1/2 bg-line" />
          <div className="h-5 bg-line" />
          <div className="h-5 w-4/5 bg-line" />
          <div className="aspect-video rounded-paper bg-raised">
            <div className="chart h-full opacity-15" />
          </div>
        </div>
      </div>
    </>
  )
}

function Missing({ slug }: { slug: string }) {
  const { heading, line, action } = blogText.missing
  return (
    <>
      <Seo title={heading} description={line} path={paths.post(slug)} share="not-found" isHidden />
      <section className="column section-space">
        <Notice title={heading} level={1} art="moon" action={<ButtonLink href={paths.blog}>{action}</ButtonLink>}>
          {line}
        </Notice>
      </section>
    </>
  )
}
