import type { Profile } from '#features/profile/contract.ts'
import { homeSections, usualPages } from '#lib/site-pages.ts'

/** Hosts under `.example` never resolve, so no sample link can lead to a stranger. */
export const profile: Profile = {
  name: 'Odile Marsh',
  tagline: 'Novels about the doors people keep shut, and what has been leaning on the other side.',
  genres: ['Psychological thrillers', 'Supernatural suspense'],
  shortBio:
    'Odile Marsh writes psychological thrillers and supernatural suspense about ordinary rooms that have started to pay attention. She lives in Ontario with a dog who will not go down to the cellar.',
  website: 'https://odilemarsh.example',
  email: 'letters@odilemarsh.example',
  postalAddress: 'PO Box 92, Port Ansel, Ontario, Canada (sample address)',
  timeZone: 'America/Toronto',
  social: {
    goodreads: 'https://goodreads.example/odile-marsh',
    amazon: 'https://amazon.example/odile-marsh',
    facebook: 'https://facebook.example/odilemarsh',
    twitter: '',
    instagram: '',
  },
  support: {
    crowdfunding: 'https://crowdfunding.example/odile-marsh',
    coffee: 'https://coffee.example/odile-marsh',
  },
  photograph: { url: '', focal: 'middle', alt: '' },
  deskPicture: { url: '', alt: '' },
  accent: 'lamp',
  front: 'curtain',
  figure: 'profile',
  pages: usualPages.map((page) => (page.key === 'challenge' ? { ...page, place: 'quiet' } : page)),
  home: homeSections,
  challenge: {
    page: 'https://househippo.example/challenge',
    group: 'https://facebook.example/groups/house-hippo-challenge',
    originalVideo: 'NBfi8OEz0rA',
    challengeVideo: 'TijcoS8qHIE',
  },
}
