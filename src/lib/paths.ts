/** Every internal link of the site. `tests/paths.test.ts` holds each against the route table. */
export const paths = {
  home: '/',
  readerMagnets: '/#reader-magnets',
  books: '/books',
  shortStories: '/short-stories',
  arc: '/voss-trials',
  about: '/about',
  blog: '/blog',
  contact: '/contact',
  signup: '/signup',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  challenge: '/house-hippo-challenge',
  confirm: (token: string) => `/confirm/${token}` as const,
  unsubscribe: (token: string) => `/unsubscribe/${token}` as const,
  gift: (token: string) => `/get/${token}` as const,
  post: (slug: string) => `/blog/${slug}` as const,
  story: (slug: string) => `/short-stories/${slug}` as const,
} as const

/** The owner's rooms: a program of its own, reached by plain links. */
export const deskPaths = {
  signIn: '/admin/sign-in',
  setup: '/admin/setup',
  posts: '/admin',
  stories: '/admin/stories',
  downloads: '/admin/downloads',
  sendEmails: '/admin/send-emails',
  messages: '/admin/messages',
  message: (id: string) => `/admin/messages/${id}` as const,
  subscribers: '/admin/subscribers',
  subscriber: (id: string) => `/admin/subscribers/${id}` as const,
  outbox: '/admin/outbox',
  letter: (id: string) => `/admin/outbox/${id}` as const,
  settings: '/admin/settings',
} as const
