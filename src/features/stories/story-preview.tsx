import { memo, useRef } from 'react'
import { Manuscript } from '#features/writing/manuscript-view.tsx'
import {
  dayInWords,
  PreviewFacts,
  PreviewPicture,
  ShareCard,
  useRead,
  wordsInWords,
} from '#features/writing/preview.tsx'
import { countWords, readingMinutes } from '#lib/word-count.ts'
import { cn } from '#ui/cn.ts'
import { genres } from './genres.ts'
import { EditorialReview, genreColours } from './story-card.tsx'
import type { StoryFields } from './story-fields.ts'

/** A story as readers will see it, and as it travels when somebody passes it on. */
export const StoryPreview = memo(function StoryPreview({ fields }: { fields: StoryFields }) {
  const { title, genre, description, coverImage, publicationDate, editoriallyReviewed } = fields
  const { blocks, text } = useRead(fields)
  const words = countWords(text)
  const page = useRef<HTMLDivElement>(null)
  return (
    <div className="grid gap-10">
      <PreviewFacts minutes={readingMinutes(words)} words={words} />
      <article className="min-w-0">
        <PreviewPicture src={coverImage} className="mb-6 aspect-8/5 w-full rounded-paper bg-sunken object-cover" />
        <p className={cn('label mb-3', genreColours[genres.find((known) => known === genre) ?? genres[0]])}>{genre}</p>
        <p dir="auto" className="title-2 wrap-anywhere">
          {title || <span className="text-faint">Untitled</span>}
        </p>
        <p className="small mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          {wordsInWords(words)} · {dayInWords(publicationDate)}
          {editoriallyReviewed && <EditorialReview />}
        </p>
        {description && (
          <p dir="auto" className="lead mt-5 wrap-anywhere text-muted">
            {description}
          </p>
        )}
        <div className="mt-7">
          <Manuscript ref={page} blocks={blocks} />
        </div>
      </article>
      <ShareCard title={title} description={description || text} />
    </div>
  )
})
