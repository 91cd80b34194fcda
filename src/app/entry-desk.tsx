import '@vitejs/plugin-react/preamble'
import { DeskFrame } from './desk-frame.tsx'
import { deskMap } from './desk-routes.tsx'
import { wake } from './hydrate.tsx'
import { keepTyped } from './typed-early.ts'

keepTyped()
wake(deskMap, DeskFrame, { address: location.pathname + location.search })
