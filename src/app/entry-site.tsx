import '@vitejs/plugin-react/preamble'
import { Frame } from './frame.tsx'
import { wake } from './hydrate.tsx'
import { siteMap } from './routes.tsx'

// However long a page has lain open, its words are there, and Back leads to the same line.
wake(siteMap, Frame, { keptFor: Number.POSITIVE_INFINITY })
