import { DeskArea, DeskField, DeskSelect } from '#desk/field.tsx'
import { DeskCoverField } from '#features/writing/cover-field.tsx'
import { publishNote } from '#features/writing/publishing.ts'
import { SlugLine } from '#features/writing/title-fields.tsx'
import type { Writing } from '#features/writing/writing.ts'
import { paths } from '#lib/paths.ts'
import { CheckField } from '#ui/check-field.tsx'
import { storyLabels as labels } from './admin-stories-text.ts'
import type { OwnerStory } from './contract.ts'
import { genres } from './genres.ts'
import { isToCome, type StoryFields } from './story-fields.ts'

type Props = { writing: Writing<OwnerStory, StoryFields> }

/** What she seldom needs of a story. */
export function StoryDetails({ writing }: Props) {
  const { fields, faults, set } = writing
  return (
    <>
      <SlugLine writing={writing} start={paths.story('')} />
      <DeskSelect
        label={labels.genre}
        options={genres}
        value={fields.genre}
        onChange={(event) => set({ genre: event.target.value })}
        error={faults.genre}
        note="Decides its colour, and the picture that is drawn for it."
      />
      <DeskArea
        label={labels.description}
        rows={3}
        text={fields.description}
        onText={(description) => set({ description })}
        error={faults.description}
        note="For its card on the shelf, and for links that are passed on."
      />
      <DeskCoverField
        value={fields.coverImage}
        error={faults.coverImage}
        onChange={(coverImage) => set({ coverImage })}
      />
      <DeskField
        label={labels.reedyPromptsUrl}
        type="url"
        inputMode="url"
        spellCheck={false}
        value={fields.reedyPromptsUrl}
        onChange={(event) => set({ reedyPromptsUrl: event.target.value })}
        error={faults.reedyPromptsUrl}
        note="The web address where it appeared first, if it did. Readers get a link to it."
      />
      <CheckField
        label={labels.featured}
        note="Featured stories stand before all others; the newest of them is shown large."
        checked={fields.featured}
        onChange={(event) => set({ featured: event.target.checked })}
      />
      <CheckField
        label={labels.editoriallyReviewed}
        note="Shows readers the badge “Editorial Review”."
        checked={fields.editoriallyReviewed}
        onChange={(event) => set({ editoriallyReviewed: event.target.checked })}
      />
    </>
  )
}

/** When readers see it. */
export function StoryPublishing({ writing: { fields, faults, set, item } }: Props) {
  const plan = !fields.isPublished ? 'draft' : isToCome(fields) ? 'later' : 'now'
  return (
    <fieldset>
      <legend className="sr-only">Publishing</legend>
      <DeskField
        label={labels.publicationDate}
        type="date"
        value={fields.publicationDate}
        onChange={(event) => set({ publicationDate: event.target.value })}
        error={faults.publicationDate}
        note="Left empty, it is the day you publish it."
        className="sm:max-w-72"
      />
      <CheckField
        label={labels.isPublished}
        note={publishNote(plan, item?.state === 'published')}
        checked={fields.isPublished}
        onChange={(event) => set({ isPublished: event.target.checked })}
        className="mt-4"
      />
    </fieldset>
  )
}
