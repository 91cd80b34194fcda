import { testEveryPage, testFirstVisits } from '#tests/e2e/every-page.ts'
import { isLongRun } from '#tests/support/long-run.ts'

// The pages the sample's own words and pictures fill; what it shares with every author is looked at there, and where its
// words are all that differs, in the long run.
testEveryPage([
  '/',
  '/books/voss-trials',
  ...(isLongRun
    ? [
        '/short-stories/the-wallpaper-hour',
        '/books',
        '/voss-trials',
        '/about',
        '/blog/seven-files-in-order',
        '/privacy-policy',
      ]
    : []),
])

// Where most pictures stand, most kinds of letters, and the pages for which the whole was promised.
testFirstVisits([
  { path: '/', most: 150_000 },
  { path: '/blog/seven-files-in-order', most: 80_000 },
  { path: '/books' },
  { path: '/short-stories/a-polite-man' },
  ...(isLongRun
    ? ['/books/the-drivers-promise', '/voss-trials', '/house-hippo-challenge', '/about'].map((path) => ({ path }))
    : []),
])
