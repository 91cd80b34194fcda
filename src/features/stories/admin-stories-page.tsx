import { useQuery } from '@tanstack/react-query'
import { DeskManuscripts } from '#features/writing/writing-room.tsx'
import { formatDate } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { storiesRoom } from './admin-stories-text.ts'
import type { OwnerStory } from './contract.ts'
import { ownerStoriesQuery } from './owner-queries.ts'
import { storyManuscript } from './story-fields.ts'
import { StoryDetails, StoryPublishing } from './story-form.tsx'
import { StoryPreview } from './story-preview.tsx'

const editor = {
  manuscript: storyManuscript,
  Publishing: StoryPublishing,
  Details: StoryDetails,
  Preview: StoryPreview,
}

/** Every story of the author's: out, drafted or put aside for later. */
export default function AdminStoriesPage() {
  return <DeskManuscripts words={storiesRoom} query={useQuery(ownerStoriesQuery)} editor={editor} tell={tell} />
}

function tell(story: OwnerStory) {
  return {
    address: paths.story(story.slug),
    isFeatured: story.featured,
    line: `${story.genre} · ${story.wordCount.toLocaleString('en-CA')} words`,
    date: formatDate(story.publicationDate),
  }
}
