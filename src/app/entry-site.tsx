import '@vitejs/plugin-react/preamble'
import { Frame } from './frame.tsx'
import { wake } from './hydrate.tsx'
import { siteMap } from './routes.tsx'

wake(siteMap, Frame)
