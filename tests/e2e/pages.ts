/** Every public page, as a reader reaches them. */
export const pages = [
  '/',
  '/books',
  '/short-stories',
  '/voss-trials',
  '/about',
  '/blog',
  '/contact',
  '/signup',
  '/terms-of-service',
  '/privacy-policy',
  '/house-hippo-challenge',
] as const
