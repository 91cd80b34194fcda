import { storyPage } from '../support/library.ts'
import { testEveryPage } from './every-page.ts'
import { pages } from './pages.ts'

testEveryPage([...pages, storyPage, '/no-such-page', '/blog/never-written'])
