import { paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import type { Story } from './contract.ts'
import { lengthLine } from './story-length.ts'
import { storyThing } from './structured-data.ts'

export function StorySeo({ story }: { story: Story }) {
  const author = useAuthor()
  return (
    <Seo
      title={story.title}
      description={story.description || `A short story by ${author.name}: ${lengthLine(story)}.`}
      path={paths.story(story.slug)}
      shareImage={(cards) => shareUrls.story(cards, story)}
      type="article"
      article={{ published: story.publicationDate, modified: story.updatedAt, section: story.genre }}
      things={({ origin }) => [storyThing(origin, story)]}
    />
  )
}
