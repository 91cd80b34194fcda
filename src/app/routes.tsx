import { postQuery, postsQuery } from '#features/blog/queries.ts'
import { arcBookQuery, bookQuery, booksQuery, shelvesQuery } from '#features/books/queries.ts'
import { giftQuery } from '#features/downloads/queries.ts'
import { webLetterQuery, webLettersQuery } from '#features/letters/web.ts'
import { previewQuery } from '#features/previews/queries.ts'
import { latestQuery, pressQuery } from '#features/site/queries.ts'
import { bookAfterQuery, storiesQuery, storyQuery } from '#features/stories/queries.ts'
import { paths } from '#lib/paths.ts'
import { createPageMap, type PageModule, pageFrom } from './page-map.tsx'

const page = pageFrom(import.meta.glob<PageModule>(['/src/features/*/*-page.tsx', '!/src/features/*/admin-*-page.tsx']))

/** The site map: every page a reader can open. */
export const siteMap = createPageMap(
  [
    page(paths.home, 'site/home', { words: ['home'], updated: '2025-11-01', queries: () => [latestQuery] }),
    page(paths.books, 'books/books', {
      words: ['books'],
      updated: '2025-11-01',
      queries: () => [booksQuery, shelvesQuery],
    }),
    page('/books/:slug', 'books/book', { words: ['books'], needs: ({ slug }) => bookQuery(slug) }),
    page(paths.shortStories, 'stories/stories', {
      words: ['stories'],
      updated: '2025-11-01',
      queries: () => [storiesQuery],
    }),
    page('/short-stories/:slug', 'stories/story', {
      words: ['stories'],
      over: paths.shortStories,
      queries: ({ slug }) => [storiesQuery, storyQuery(slug), bookAfterQuery(slug)],
    }),
    page(paths.arc, 'newsletter/arc', { words: ['arc'], needs: () => arcBookQuery(paths.arc.slice(1)) }),
    page('/arc/:slug', 'newsletter/arc', { words: ['arc'], needs: ({ slug }) => arcBookQuery(slug) }),
    page(paths.about, 'site/about', { words: ['about'], updated: '2025-07-26' }),
    page(paths.blog, 'blog/blog', { words: ['blog'], updated: '2025-11-01', queries: () => [postsQuery] }),
    page('/blog/:slug', 'blog/post', { words: ['blog'], queries: ({ slug }) => [postQuery(slug)] }),
    page(paths.letters, 'letters/letter', { needs: () => webLettersQuery }),
    page('/letters/:slug', 'letters/letter', { needs: ({ slug }) => webLetterQuery(slug) }),
    page(paths.contact, 'contact/contact', { words: ['contact'], updated: '2025-07-26' }),
    page(paths.press, 'site/press', {
      needs: () => pressQuery,
      words: ['press'],
      updated: '2026-11-17',
    }),
    page(paths.signup, 'newsletter/signup', { words: ['signup'], updated: '2025-07-26' }),
    page('/confirm/:token', 'newsletter/confirm', { words: ['confirm'], isPrivate: true }),
    page('/unsubscribe/:token', 'newsletter/unsubscribe', { words: ['leave'], isPrivate: true }),
    page('/get/:token', 'downloads/get', {
      words: ['gift'],
      isPrivate: true,
      needs: ({ token }) => giftQuery(token),
    }),
    page('/preview/:token', 'previews/preview', {
      words: ['stories', 'blog', 'draft'],
      isPrivate: true,
      needs: ({ token }) => previewQuery(token),
    }),
    page(paths.terms, 'site/terms', { words: ['terms'], updated: '2025-07-26' }),
    page(paths.privacy, 'site/privacy', { words: ['privacy'], updated: '2025-07-26' }),
    page(paths.challenge, 'site/challenge', { words: ['challenge'], updated: '2025-07-26' }),
  ],
  page('*', 'site/not-found', { words: ['not-found'] }),
  ['everywhere'],
)
