import type { ShareWords } from '#art/share-card.ts'
import type { SharePage } from '#art/share-scenes.ts'

export type ShareCardWords = ShareWords & { page: SharePage }

/** What each page's share card says. Titles are the pages' own; the lines are in the voice of the house. */
export function shareWords(authorName: string, genres: readonly string[]): ShareCardWords[] {
  return [
    { page: 'home', title: authorName, line: genres.map((genre) => `${genre}.`).join(' ') },
    { page: 'books', title: 'Books', line: 'Read them in order. Or don’t.' },
    { page: 'about', title: 'About the Author', line: 'As far as anyone will confirm.' },
    { page: 'short-stories', title: 'Short Stories', line: 'Free. Ten minutes each, at most. Lock up first.' },
    { page: 'blog', title: 'Blog', line: 'You can hear it through the wall.' },
    { page: 'signup', title: 'Join the List', line: 'Once a month. You’ll know who it is.' },
    { page: 'contact', title: 'Contact', line: 'Someone is on the line.' },
    { page: 'press', title: 'Press Kit', line: 'For whoever writes about the books.' },
    { page: 'terms-of-service', title: 'Terms of Service', line: 'All persons fictitious. All doors real.' },
    { page: 'privacy-policy', title: 'Privacy Policy', line: 'What is seen through it, and what is not.' },
    { page: 'house-hippo-challenge', title: 'The House Hippo Challenge', line: 'It is smaller than you think.' },
    { page: 'not-found', title: '404', line: 'There was a page here.' },
  ]
}
