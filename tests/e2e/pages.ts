import { advance, bookPage, postPage } from '../support/library.ts'

/** Public pages that every site has, whatever its author has written. */
export const housePages = [
  '/',
  '/books',
  '/short-stories',
  '/about',
  '/blog',
  '/contact',
  '/press',
  '/signup',
  '/terms-of-service',
  '/privacy-policy',
] as const

/** Every public page of the tests' own author, as a reader reaches them. */
export const pages = [
  ...housePages,
  '/house-hippo-challenge',
  bookPage,
  `/books/${advance.slug}`,
  advance.path,
  postPage,
] as const
