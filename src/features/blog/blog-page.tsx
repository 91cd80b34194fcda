import { useQuery } from '@tanstack/react-query'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { blogText } from './blog-text.ts'
import { blogThing } from './blog-thing.ts'
import type { blogWords } from './blog-words.ts'
import type { Post } from './contract.ts'
import { FeaturedPost, ListedPost, PostSkeletons } from './post-card.tsx'
import { postsQuery } from './queries.ts'

export default function BlogPage() {
  const author = useAuthor()
  const words = useWords<typeof blogWords>('blog')
  const { data: posts = [], isPending, isError, refetch } = useQuery(postsQuery)
  return (
    <>
      <Seo
        title="Blog"
        description={`${words.sub} The blog of ${author.name}.`}
        path={paths.blog}
        share="blog"
        things={(site) => [blogThing(site, posts)]}
      />
      <PageHeading title={blogText.heading}>{words.sub}</PageHeading>
      <section aria-label="Posts" className="column">
        {isPending ? (
          <PostSkeletons count={3} />
        ) : isError ? (
          <Notice title={blogText.failed.heading} action={<Button onClick={() => refetch()}>Try again</Button>}>
            {blogText.failed.line}
          </Notice>
        ) : posts.length === 0 ? (
          <ComingSoon />
        ) : (
          <Posts posts={posts} />
        )}
      </section>
    </>
  )
}

function ComingSoon() {
  const words = useWords<typeof blogWords>('blog')
  const { heading, action } = blogText.comingSoon
  return (
    <Notice title={heading} action={<ButtonLink href={action.href}>{action.label}</ButtonLink>}>
      {words.empty}
    </Notice>
  )
}

/** The featured one first and wide, then all others by date. */
function Posts({ posts }: { posts: readonly Post[] }) {
  const featured = posts.find((post) => post.isFeatured)
  return (
    <>
      {featured && (
        <div className="pb-12 md:pb-16">
          <FeaturedPost post={featured} />
        </div>
      )}
      {posts
        .filter((post) => post !== featured)
        .map((post) => (
          <ListedPost key={post.id} post={post} />
        ))}
    </>
  )
}
