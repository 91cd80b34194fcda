type Author = {
  /** shown in the footer while the profile is still the sample */
  isSample: boolean
  name: string
  tagline: string
  genres: string[]
  bio: string
  website: string
  email: string
  postalAddress: string
  /** where her days begin and end: an IANA name */
  timeZone: string
  /** '#' marks a profile that does not exist; it is shown nowhere */
  social: Record<'goodreads' | 'amazon' | 'facebook' | 'twitter' | 'instagram', string>
  support: { crowdfunding: string; coffee: string }
  /** `page` is the challenge's own home outside this site; the videos are YouTube ids */
  challenge: { page: string; group: string; originalVideo: string; challengeVideo: string }
}

/**
 * The author's public facts: the only copy. Everything below is SAMPLE content around a pen name;
 * an owner changes this one file and every page, letter and share card follows.
 * Hosts under `.example` never resolve, so no sample link can lead to a stranger.
 */
export const author: Author = {
  isSample: true,
  name: 'Odile Marsh',
  tagline: 'Novels about the doors people keep shut, and what has been leaning on the other side.',
  genres: ['Psychological thrillers', 'Supernatural suspense'],
  bio: 'Odile Marsh writes psychological thrillers and supernatural suspense about ordinary rooms that have started to pay attention. She lives in Ontario with a dog who will not go down to the cellar.',
  website: 'https://odilemarsh.example',
  email: 'letters@odilemarsh.example',
  postalAddress: 'PO Box 92, Port Ansel, Ontario, Canada (sample address)',
  timeZone: 'America/Toronto',
  social: {
    goodreads: 'https://goodreads.example/odile-marsh',
    amazon: 'https://amazon.example/odile-marsh',
    facebook: 'https://facebook.example/odilemarsh',
    twitter: '#',
    instagram: '#',
  },
  support: {
    crowdfunding: 'https://crowdfunding.example/odile-marsh',
    coffee: 'https://coffee.example/odile-marsh',
  },
  challenge: {
    page: 'https://househippo.example/challenge',
    group: 'https://facebook.example/groups/house-hippo-challenge',
    originalVideo: 'NBfi8OEz0rA',
    challengeVideo: 'TijcoS8qHIE',
  },
}

/** Her profiles elsewhere, placeholders left out. */
export const profiles = [
  { href: author.social.goodreads, label: 'Goodreads' },
  { href: author.social.amazon, label: 'Amazon' },
  { href: author.social.facebook, label: 'Facebook' },
  { href: author.social.twitter, label: 'Twitter' },
  { href: author.social.instagram, label: 'Instagram' },
].filter((profile) => profile.href !== '#')
