import '@vitejs/plugin-react/preamble'
import { DeskFrame } from './desk-frame.tsx'
import { deskMap } from './desk-routes.tsx'
import { wake } from './hydrate.tsx'

wake(deskMap, DeskFrame, location.pathname + location.search)
