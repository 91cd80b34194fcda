import { excerptOf } from '#features/writing/prose-text.ts'
import { author } from '#lib/author.ts'
import { filePaths, paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import type { Story, StoryInFull } from './contract.ts'
import { storyThing } from './structured-data.ts'

export function StorySeo({ story, body = [] }: { story: Story; body: StoryInFull['body'] | undefined }) {
  return (
    <Seo
      title={story.title}
      description={story.description || `A short story by ${author.name}. ${excerptOf(body)}`}
      path={paths.story(story.slug)}
      shareImage={filePaths.storyShareImage(story.slug)}
      type="article"
      article={{ published: story.publicationDate, modified: story.updatedAt, section: story.genre }}
      things={(origin) => [storyThing(origin, story)]}
    />
  )
}
