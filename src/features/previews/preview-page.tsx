import { useQuery } from '@tanstack/react-query'
import { PostArticle } from '#features/blog/post-article.tsx'
import { Reader } from '#features/stories/reader.tsx'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Day } from '#ui/day.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import type { Preview } from './contract.ts'
import type { previewWords } from './preview-words.ts'
import { previewQuery } from './queries.ts'

/** What somebody reads before it is out: as it will be, with one line above it that says so. */
export default function PreviewPage({ params }: { params: Record<string, string> }) {
  const { data: preview } = useQuery(previewQuery(params.token ?? ''))
  return preview ? <Shown preview={preview} /> : <Closed />
}

function Shown({ preview }: { preview: Preview }) {
  const note = <Until at={preview.expiresAt} />
  if (preview.kind === 'post') {
    return (
      <>
        <HiddenSeo title={preview.post.title} />
        <PostArticle post={preview.post} note={note} />
      </>
    )
  }
  const { story } = preview
  return (
    <>
      <HiddenSeo title={story.title} />
      <Reader slug={story.slug} known={story} body={story.body} next={undefined} failure={null} note={note} />
    </>
  )
}

/** Its address is a key: nothing that is passed on names it. */
function HiddenSeo({ title }: { title: string }) {
  const { closed } = useWords<typeof previewWords>('draft')
  return <Seo title={title} description={closed} path="/preview" isHidden />
}

function Until({ at }: { at: string }) {
  const words = useWords<typeof previewWords>('draft')
  return (
    <p className="small mb-6 font-interface text-muted" data-print="off">
      {words.before} <Day at={at} />. {words.after}
    </p>
  )
}

function Closed() {
  const { closedHeading: heading, closed: text } = useWords<typeof previewWords>('draft')
  return (
    <>
      <HiddenSeo title={heading} />
      <section className="column section-space">
        <Notice
          title={heading}
          level={1}
          art="key"
          action={
            <ButtonLink href={paths.home} variant="secondary">
              To the front page
            </ButtonLink>
          }
        >
          {text}
        </Notice>
      </section>
    </>
  )
}
