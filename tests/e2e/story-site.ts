import { test as base } from '@playwright/test'
import { ownerAt, startOwnedSite } from './owner.ts'

type StoryFields = { title: string; content: string } & Record<string, unknown>

/** A site of the test's own with an owner: its stories are the test's to put there and to change. */
export async function openStorySite() {
  const site = await startOwnedSite()
  const owner = await ownerAt(site)
  return {
    ...site,
    add: (story: StoryFields): Promise<{ id: string; slug: string }> =>
      owner('POST', '/api/short-stories', { publicationDate: '2025-10-03', isPublished: true, ...story }),
    remove: (id: string) => owner('DELETE', `/api/short-stories/${id}`),
  }
}

const sentences = [
  'He came to the side door, because the front one was for company.',
  'He had the casserole dish in both hands, washed, and the foil folded into a square so neat you could have mailed it.',
  '“Thank you for the loan,” he said, though none of us had lent him anything.',
  'My mother took the dish.',
  'It was ours, and had been ours for years, and for years it had been missing.',
  'She found the chip in the rim and put her thumb there, the way you check a child for fever.',
]

/** So many words, in paragraphs of a few sentences, with a break between scenes now and then. */
export function prose(words: number): string {
  const paragraphs: string[] = []
  let count = 0
  for (let at = 0; count < words; at++) {
    const from = (at * 5) % sentences.length
    const paragraph = [...sentences.slice(from), ...sentences].slice(0, 1 + (at % 4)).join(' ')
    if (at % 40 === 39) paragraphs.push('* * *')
    paragraphs.push(paragraph)
    count += paragraph.split(' ').length
  }
  return paragraphs.join('\n\n')
}

export const stories = {
  wallpaper: {
    title: 'The Wallpaper Hour',
    genre: 'Supernatural Suspense',
    description: 'Every night at 3:12 the pattern in the hall gains one more leaf.',
    content: prose(2_140),
    featured: true,
    editoriallyReviewed: true,
    reedyPromptsUrl: 'https://first.example/the-wallpaper-hour',
  },
  polite: {
    title: 'A Polite Man',
    genre: 'Psychological Suspense',
    description: 'He returned everything he borrowed. That was how we knew.',
    content: prose(900),
    publicationDate: '2025-09-01',
  },
  lamp: {
    title: 'Left at the Lamp',
    genre: 'Mystery Thriller',
    description: 'Three witnesses. Three different brides. One dress.',
    content: 'A rose\nis  a rose.\n\n* * *\n\nThe end came early.',
    publicationDate: '2025-08-01',
  },
} satisfies Record<string, StoryFields>

type StorySite = Awaited<ReturnType<typeof openStorySite>>

/** Playwright's test, on a site with the three stories above. */
export const test = base.extend<object, { site: StorySite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const site = await openStorySite()
      for (const story of Object.values(stories)) await site.add(story)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.address),
})
