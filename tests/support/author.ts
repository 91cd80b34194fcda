import type { Profile } from '#features/profile/contract.ts'
import { homeSections, pageAddresses, usualPages } from '#lib/site-pages.ts'
import type { Site } from '#ui/site.ts'

/** The author whose site the tests open: nobody of the sample's. */
export const testAuthor: Profile = {
  name: 'Ines Calder',
  tagline: 'Sea stories for people who have seen the sea.',
  genres: ['Sea stories', 'Ghost stories'],
  shortBio: 'Ines Calder writes about islands, ferries and whoever missed the last one.',
  website: 'https://calder.example',
  email: 'letters@calder.example',
  postalAddress: '1 Harbour Road, Stornoway, Scotland',
  timeZone: 'America/Toronto',
  social: {
    goodreads: 'https://goodreads.example/ines-calder',
    amazon: '',
    facebook: 'https://facebook.example/inescalder',
    twitter: '',
    instagram: '',
  },
  support: { crowdfunding: 'https://crowdfunding.example/calder', coffee: 'https://coffee.example/calder' },
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

/** What her pages are told, where a part of one is shown alone. */
export const testSite: Site = {
  origin: 'https://author.example',
  today: '2026-01-15',
  author: { ...testAuthor, isSample: false },
  herPage: '/about',
  toldAt: null,
  cards: 'abc',
  icons: 'abc',
  arc: null,
  menu: [],
  support: [],
  hasLetters: false,
  profiles: [],
  menuFrom: 'nav',
  pages: Object.values(pageAddresses).map((path) => path.slice(1)),
}
