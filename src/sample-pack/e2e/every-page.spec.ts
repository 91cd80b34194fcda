import { testEveryPage } from '#tests/e2e/every-page.ts'

// The pages the sample's own words and pictures fill; what it shares with every author is looked at there.
testEveryPage([
  '/',
  '/books',
  '/books/voss-trials',
  '/voss-trials',
  '/about',
  '/blog/seven-files-in-order',
  '/short-stories/the-wallpaper-hour',
  '/privacy-policy',
])
