import { Reader } from './reader.tsx'
import StoriesPage, { opened } from './stories-page.tsx'

opened.Reader = Reader

/** The very same page, so that opening a story does not begin the shelf anew. */
export default StoriesPage
