import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Story } from './contract.ts'
import { storyArtUrl } from './genres.ts'

export function storyThing(origin: string, story: Story): Thing {
  const address = origin + paths.story(story.slug)
  return {
    '@type': 'ShortStory',
    '@id': `${address}#story`,
    url: address,
    name: story.title,
    ...(story.description ? { description: story.description } : {}),
    author: authorRef(origin),
    genre: story.genre,
    wordCount: story.wordCount,
    timeRequired: `PT${story.readingMinutes}M`,
    datePublished: story.publicationDate,
    dateModified: story.updatedAt,
    inLanguage: 'en-CA',
    image: new URL(story.coverImage ?? storyArtUrl(story), origin).href,
    isAccessibleForFree: true,
    ...(story.reedyPromptsUrl === '#' ? {} : { sameAs: story.reedyPromptsUrl }),
  }
}
