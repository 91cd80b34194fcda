import { memo } from 'react'
import { dayInWords, PreviewFacts, PreviewPicture, ShareCard, useRead } from '#features/writing/preview.tsx'
import { Prose } from '#features/writing/prose-view.tsx'
import { countWords } from '#lib/word-count.ts'
import { useAuthor } from '#ui/site.ts'
import { type PostFields, toTags } from './post-fields.ts'
import { readingMinutes } from './reading-time.ts'

/** A post as readers will see it, and as it travels when somebody passes it on. */
export const PostPreview = memo(function PostPreview({ fields }: { fields: PostFields }) {
  const author = useAuthor()
  const { title, excerpt, coverImage, category, publishedDate } = fields
  const { blocks, text } = useRead(fields)
  const minutes = readingMinutes(text)
  return (
    <div className="grid gap-10">
      <PreviewFacts minutes={minutes} words={countWords(text)} />
      <article className="min-w-0">
        {category && <p className="label mb-3 text-veil">{category}</p>}
        <p dir="auto" className="title-2 wrap-anywhere">
          {title || <span className="text-faint">Untitled</span>}
        </p>
        <p className="small mt-4 text-muted">
          {dayInWords(publishedDate)} · {author.name} · {minutes} min
        </p>
        {excerpt && (
          <p dir="auto" className="lead mt-5 wrap-anywhere text-muted">
            {excerpt}
          </p>
        )}
        <PreviewPicture src={coverImage} className="mt-6 aspect-video w-full rounded-paper bg-sunken object-cover" />
        <div className="mt-7">
          <Prose blocks={blocks} />
        </div>
        {/* Not named, as on the site: in this dialog only the field itself is called Tags. */}
        <ul className="mt-7 flex flex-wrap gap-2">
          {[...new Set(toTags(fields.tags))].map((tag) => (
            <li key={tag} className="rounded-paper border border-line px-2.5 py-0.5 text-[0.875rem] text-muted">
              {tag}
            </li>
          ))}
        </ul>
      </article>
      <ShareCard title={title} description={excerpt || text} />
    </div>
  )
})
