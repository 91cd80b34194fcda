import { useQuery } from '@tanstack/react-query'
import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { blogText } from './blog-text.ts'
import { postsQuery } from './queries.ts'

export default function BlogPage() {
  return (
    <>
      <Seo
        title="Blog"
        description={`${blogText.sub} The blog of ${author.name}.`}
        path={paths.blog}
        share="blog"
        things={(origin) => [
          {
            '@type': 'Blog',
            name: `${author.name}: Blog`,
            url: origin + paths.blog,
            author: authorRef(origin),
          },
        ]}
      />
      <PageHeading title={blogText.heading}>{blogText.sub}</PageHeading>
      <section aria-label="Posts" className="column">
        <PostShelf />
      </section>
    </>
  )
}

function PostShelf() {
  const { isPending, isError, refetch } = useQuery(postsQuery)
  if (isPending) return <SkeletonCards count={3} label="Loading posts" />
  if (isError) {
    return (
      <Notice title="The blog did not open" action={<Button onClick={() => refetch()}>Try again</Button>}>
        Unable to load blog posts at this time.
      </Notice>
    )
  }
  const { heading, line, action } = blogText.comingSoon
  return (
    <Notice title={heading} action={<ButtonLink href={action.href}>{action.label}</ButtonLink>}>
      {line}
    </Notice>
  )
}
