/** Pages that have a card of their own to be shared with; the others lend theirs. */
export const cardPages = [
  'home',
  'books',
  'about',
  'short-stories',
  'blog',
  'signup',
  'contact',
  'press',
  'terms-of-service',
  'privacy-policy',
  'house-hippo-challenge',
  'not-found',
] as const
export type CardPage = (typeof cardPages)[number]

/**
 * Addresses of what is drawn while the site runs. Each holds a mark of what it shows, so that it may be cached for ever:
 * other words are another address. `edition` is that of everything the cards of the site have in common.
 */
export const shareUrls = {
  page: (edition: string, page: CardPage) => `/share/page/${page}.${edition}.png`,
  book: (edition: string, slug: string) => `/share/book/${slug}.${edition}.png`,
  post: (edition: string, post: PostCard) => `/share/post/${post.slug}.${cardMark(edition, postCard(post))}.png`,
  story: (edition: string, story: StoryCard) => `/share/story/${story.slug}.${cardMark(edition, storyCard(story))}.png`,
} as const

type PostCard = { slug: string; title: string; category: string | null }
type StoryCard = { slug: string; title: string; genre: string }
type Words = { title: string; line: string }

export function postCard({ title, category }: Pick<PostCard, 'title' | 'category'>): Words {
  return { title, line: category ?? 'Blog' }
}

export function storyCard({ title, genre }: Pick<StoryCard, 'title' | 'genre'>): Words {
  return { title, line: genre }
}

export function cardMark(edition: string, { title, line }: Words): string {
  return fingerprint(`${edition}\n${title}\n${line}`)
}

/** FNV-1a, twice: short enough for an address, the same in a browser and on the server. */
function fingerprint(text: string): string {
  const half = (seed: number) => {
    let sum = seed
    for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193)
    return (sum >>> 0).toString(36).padStart(7, '0')
  }
  return half(0x811c9dc5) + half(0x1b873593)
}
