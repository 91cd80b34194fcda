import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { postQuery } from './queries.ts'

export default function PostPage({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  useQuery(postQuery(slug))
  return (
    <>
      <Seo
        title="Post Not Found"
        description="The blog post you're looking for doesn't exist or has been removed."
        path={paths.post(slug)}
        share="not-found"
        isHidden
      />
      <section className="column section-space">
        <Notice title="Post Not Found" level={1} action={<ButtonLink href={paths.blog}>Back to Blog</ButtonLink>}>
          The blog post you're looking for doesn't exist or has been removed.
        </Notice>
      </section>
    </>
  )
}
