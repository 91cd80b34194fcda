import { Reader } from './reader.tsx'
import StoriesPage, { opened } from './stories-page.tsx'
import { StorySeo } from './story-seo.tsx'

opened.Reader = Reader
opened.Seo = StorySeo

/** The very same page, so that opening a story does not begin the shelf anew. */
export default StoriesPage
