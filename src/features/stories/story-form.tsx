import { useDeferredValue, useMemo } from 'react'
import { paths } from '#lib/paths.ts'
import { countWords } from '#lib/word-count.ts'
import { CheckField } from '#ui/check-field.tsx'
import { longDayOf } from '#ui/desk-clock.ts'
import { DeskCoverField } from '#ui/desk-cover-field.tsx'
import { DeskArea, DeskField, DeskSelect } from '#ui/desk-field.tsx'
import { wordsInWords } from '#ui/desk-preview.tsx'
import { DeskTitleFields } from '#ui/desk-title-fields.tsx'
import type { Writing } from '#ui/desk-writing.ts'
import { storyLabels as labels } from './admin-stories-text.ts'
import type { OwnerStory } from './contract.ts'
import { genres } from './genres.ts'
import type { StoryFields } from './story-fields.ts'

type Props = { writing: Writing<OwnerStory, StoryFields> }

/** Every field of a story. Only title and content must be filled in. */
export function StoryForm({ writing }: Props) {
  const { fields, faults, set } = writing
  return (
    <>
      <DeskTitleFields writing={writing} start={paths.story('')} />
      <DeskSelect
        label={labels.genre}
        options={genres}
        value={fields.genre}
        onChange={(event) => set({ genre: event.target.value })}
        error={faults.genre}
      />
      <DeskArea
        label={labels.description}
        rows={3}
        text={fields.description}
        onText={(description) => set({ description })}
        error={faults.description}
      />
      <DeskArea
        label={labels.content}
        rows={15}
        text={fields.content}
        onText={(content) => set({ content })}
        error={faults.content}
        note={<WordCount text={fields.content} />}
        required
      />
      <DeskCoverField
        value={fields.coverImage}
        error={faults.coverImage}
        uploadTo="/api/owner/images"
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
        note="Where it appeared first, if it did."
      />
      <Publishing writing={writing} />
    </>
  )
}

/** Counting a long story takes longer than a keystroke: it may lag behind. */
function WordCount({ text }: { text: string }) {
  const late = useDeferredValue(text)
  return wordsInWords(useMemo(() => countWords(late), [late]))
}

function Publishing({ writing: { fields, faults, set, item } }: Props) {
  const check = (name: 'isPublished' | 'featured' | 'editoriallyReviewed') => (
    <CheckField
      label={labels[name]}
      checked={fields[name]}
      onChange={(event) => set({ [name]: event.target.checked })}
    />
  )
  return (
    <fieldset className="border-t border-line pt-6">
      <legend className="sr-only">Publishing</legend>
      <DeskField
        label={labels.publicationDate}
        type="date"
        value={fields.publicationDate}
        onChange={(event) => set({ publicationDate: event.target.value })}
        error={faults.publicationDate}
        className="sm:max-w-72"
      />
      <div className="mt-4 flex flex-wrap gap-x-8">
        {check('isPublished')}
        {check('featured')}
        {check('editoriallyReviewed')}
      </div>
      <p role="status" className="mt-2 text-muted">
        {appearance(fields, item?.state === 'published')}
      </p>
    </fieldset>
  )
}

/** What will happen to it, in a sentence. A story has a day and no hour. */
function appearance({ isPublished, publicationDate }: StoryFields, was: boolean): string {
  if (!isPublished) return was ? 'Readers no longer see it once you save.' : 'Stays a draft. Nobody but you sees it.'
  const day = new Date(`${publicationDate}T00:00`)
  if (Number.isNaN(day.getTime())) return was ? 'Readers see it.' : 'Appears as soon as you save.'
  const isComing = publicationDate > new Date().toISOString().slice(0, 10)
  return `${isComing ? 'Appears on' : 'Dated'} ${longDayOf(day)}.`
}
