import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DeskArea, DeskField } from '#desk/field.tsx'
import { DeskCoverField } from '#features/writing/cover-field.tsx'
import { publishNote } from '#features/writing/publishing.ts'
import { SlugLine } from '#features/writing/title-fields.tsx'
import type { Writing } from '#features/writing/writing.ts'
import { paths } from '#lib/paths.ts'
import { CheckField } from '#ui/check-field.tsx'
import { postLabels as labels } from './admin-posts-text.ts'
import type { OwnerPost } from './contract.ts'
import { featuredNote, planOf } from './form-words.ts'
import { ownerPostsQuery } from './owner-queries.ts'
import { type PostFields, toTags } from './post-fields.ts'
import { toMoment } from './published-date.ts'

type Props = { writing: Writing<OwnerPost, PostFields> }

/** What she seldom needs of a post. */
export function PostDetails({ writing }: Props) {
  const { fields, faults, set, item } = writing
  const { data: posts = [] } = useQuery(ownerPostsQuery)
  return (
    <>
      <SlugLine writing={writing} start={paths.post('')} />
      <DeskArea
        label={labels.excerpt}
        rows={3}
        text={fields.excerpt}
        onText={(excerpt) => set({ excerpt })}
        error={faults.excerpt}
        note="A sentence or two, for the list of posts and for links that are passed on."
      />
      <DeskCoverField
        value={fields.coverImage}
        error={faults.coverImage}
        onChange={(coverImage) => set({ coverImage })}
      />
      <FiledUnder writing={writing} />
      <CheckField
        label={labels.isFeatured}
        note={featuredNote(posts, { id: item?.id ?? null, isFeatured: fields.isFeatured, plan: planFor(writing) })}
        checked={fields.isFeatured}
        onChange={(event) => set({ isFeatured: event.target.checked })}
      />
    </>
  )
}

function planFor({ fields, item }: Props['writing']) {
  const now = new Date()
  return planOf(toMoment(fields, item?.publishedDate ?? null, now), fields.isPublished, now)
}

function FiledUnder({ writing: { fields, faults, set } }: Props) {
  const list = useId()
  const { data: posts = [] } = useQuery(ownerPostsQuery)
  const categories = [...new Set(posts.flatMap(({ category }) => category ?? []))].sort()
  const tags = toTags(fields.tags)
  return (
    <>
      <DeskField
        label={labels.category}
        list={list}
        value={fields.category}
        onChange={(event) => set({ category: event.target.value })}
        error={faults.category}
        note="The word above the title, such as Craft."
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <div>
        <DeskField
          label={labels.tags}
          value={fields.tags}
          onChange={(event) => set({ tags: event.target.value })}
          error={faults.tags}
          note={tags.length === 0 ? 'With commas between them.' : undefined}
        />
        {tags.length > 0 && (
          <ul aria-label="One by one" className="mt-2.5 flex flex-wrap gap-2">
            {tags.map((tag, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tag typed twice is shown twice
              <li key={index} className="small rounded-paper border border-line bg-raised px-2.5 py-1">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** When readers see it. */
export function PostPublishing({ writing }: Props) {
  const { fields, faults, set, item } = writing
  return (
    <fieldset>
      <legend className="sr-only">Publishing</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-4 gap-y-6">
        <DeskField
          label={labels.publishedDate}
          type="date"
          value={fields.publishedDate}
          onChange={(event) => set({ publishedDate: event.target.value })}
          error={faults.publishedDate}
          note="Left empty, it is the moment you publish it."
        />
        <DeskField
          label={labels.publishedTime}
          type="time"
          value={fields.publishedTime}
          onChange={(event) => set({ publishedTime: event.target.value })}
          note="By your own clock. Left empty, it is 09:00; for today, now."
        />
      </div>
      <CheckField
        label={labels.isPublished}
        note={publishNote(planFor(writing), item?.state === 'published')}
        checked={fields.isPublished}
        onChange={(event) => set({ isPublished: event.target.checked })}
        className="mt-4"
      />
    </fieldset>
  )
}
