/** Every public page, as a reader reaches them. */
export const pages = [
  '/',
  '/books',
  '/books/echo-of-the-veil',
  '/books/voss-trials',
  '/short-stories',
  '/voss-trials',
  '/about',
  '/blog',
  '/blog/seven-files-in-order',
  '/contact',
  '/press',
  '/signup',
  '/terms-of-service',
  '/privacy-policy',
  '/house-hippo-challenge',
] as const

/** One of the sample stories, open in the reader. */
export const storyPage = '/short-stories/the-wallpaper-hour'
