import { useDeferredValue, useMemo } from 'react'
import { DeskArea, DeskField, DeskSelect } from '#desk/field.tsx'
import { DeskCoverField } from '#features/writing/cover-field.tsx'
import { wordsInWords } from '#features/writing/preview.tsx'
import { publishNote } from '#features/writing/publishing.ts'
import { DeskTitleFields } from '#features/writing/title-fields.tsx'
import type { Writing } from '#features/writing/writing.ts'
import { paths } from '#lib/paths.ts'
import { countWords } from '#lib/word-count.ts'
import { CheckField } from '#ui/check-field.tsx'
import { storyLabels as labels } from './admin-stories-text.ts'
import type { OwnerStory } from './contract.ts'
import { genres } from './genres.ts'
import { isToCome, type StoryFields } from './story-fields.ts'

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
        note="The web address where it appeared first, if it did. Readers get a link to it."
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
  const isOut = item?.state === 'published'
  const plan = !fields.isPublished ? 'draft' : isToCome(fields) ? 'later' : 'now'
  const check = (name: 'isPublished' | 'featured' | 'editoriallyReviewed', note: string) => (
    <CheckField
      label={labels[name]}
      note={note}
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
        note="Left empty, it is the day you publish it."
        className="sm:max-w-72"
      />
      <div className="mt-4 grid gap-2">
        {check('isPublished', publishNote(plan, isOut))}
        {check('featured', 'Featured stories stand before all others; the newest of them is shown large.')}
        {check('editoriallyReviewed', 'Shows readers the badge “Editorial Review”.')}
      </div>
    </fieldset>
  )
}
