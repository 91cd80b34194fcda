import { memo } from 'react'
import { author } from '#lib/author.ts'
import { formatDate } from '#lib/dates.ts'
import { PreviewFacts, PreviewPicture, PreviewText, ShareCard } from '#ui/desk-preview.tsx'
import { type PostFields, toTags } from './post-fields.ts'
import { readingMinutes } from './reading-time.ts'

/** A post as readers will see it, and as it travels when somebody passes it on. */
export const PostPreview = memo(function PostPreview({ fields }: { fields: PostFields }) {
  const { title, excerpt, content, coverImage, category, publishedDate } = fields
  const minutes = readingMinutes(content)
  const words = content.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
  return (
    <div className="grid gap-10">
      <PreviewFacts>
        {minutes} min to read · {words.toLocaleString('en-CA')} {words === 1 ? 'word' : 'words'}
      </PreviewFacts>
      <article className="min-w-0">
        {category && <p className="label mb-3 text-veil">{category}</p>}
        <p dir="auto" className="title-2 wrap-anywhere">
          {title || <span className="text-faint">Untitled</span>}
        </p>
        <p className="small mt-4 text-muted">
          {publishedDate ? formatDate(publishedDate) : 'The day it appears'} · {author.name} · {minutes} min
        </p>
        {excerpt && (
          <p dir="auto" className="lead mt-5 wrap-anywhere text-muted">
            {excerpt}
          </p>
        )}
        <PreviewPicture src={coverImage} className="mt-6 aspect-video w-full rounded-paper bg-sunken object-cover" />
        <div className="mt-7">
          <PreviewText text={content} />
        </div>
        <ul className="mt-7 flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {toTags(fields.tags).map((tag, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tag typed twice is shown twice
            <li key={index} className="small">
              {tag}
            </li>
          ))}
        </ul>
      </article>
      <ShareCard title={title} description={excerpt || content} />
    </div>
  )
})
