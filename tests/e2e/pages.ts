/** Every public page, as a reader reaches them. */
export const pages = [
  '/',
  '/books',
  '/short-stories',
  '/voss-trials',
  '/about',
  '/blog',
  '/blog/seven-files-in-order',
  '/contact',
  '/signup',
  '/terms-of-service',
  '/privacy-policy',
  '/house-hippo-challenge',
] as const
