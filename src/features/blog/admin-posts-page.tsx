import { useQuery } from '@tanstack/react-query'
import { DeskTime } from '#desk/time.tsx'
import { FirstSteps } from '#features/first-steps/first-steps.tsx'
import { DeskManuscripts } from '#features/writing/writing-room.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import { Link } from '#ui/link.tsx'
import { postsRoom } from './admin-posts-text.ts'
import type { OwnerPost } from './contract.ts'
import { ownerPostsQuery } from './owner-queries.ts'
import { postManuscript } from './post-fields.ts'
import { PostDetails, PostPublishing } from './post-form.tsx'
import { PostPreview } from './post-preview.tsx'

const editor = {
  manuscript: postManuscript,
  Publishing: PostPublishing,
  Details: PostDetails,
  Preview: PostPreview,
}

/** Everything the author has posted, drafted or put aside for later. */
export default function AdminPostsPage() {
  return (
    <DeskManuscripts
      words={postsRoom}
      way={
        <Link href={deskPaths.downloads} className="link inline-flex min-h-11 items-center">
          {postsRoom.downloads}
        </Link>
      }
      before={<FirstSteps />}
      query={useQuery(ownerPostsQuery)}
      editor={editor}
      tell={tell}
    />
  )
}

function tell(post: OwnerPost) {
  return {
    address: paths.post(post.slug),
    isFeatured: post.isFeatured,
    line: [post.category, ...post.tags].filter(Boolean).join(' · '),
    date: <PostDate post={post} />,
  }
}

function PostDate({ post: { state, publishedDate, updatedAt } }: { post: OwnerPost }) {
  if (state === 'draft') return <DeskTime at={publishedDate ?? updatedAt} isDateOnly />
  return <DeskTime at={publishedDate ?? updatedAt} isDateOnly={state === 'published'} />
}
