import { bookPage, storyPage } from '../support/library.ts'
import { isLongRun } from '../support/long-run.ts'
import { testEveryPage } from './every-page.ts'
import { pages } from './pages.ts'

// A second book, a second page of law and a second page that is missing are made of what the first is made of.
const likeAnother: readonly string[] = [bookPage, '/privacy-policy', '/blog/never-written']

testEveryPage(
  [...pages, storyPage, '/no-such-page', '/blog/never-written'].filter(
    (path) => isLongRun || !likeAnother.includes(path),
  ),
)
