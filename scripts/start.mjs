// `npm start`: from a fresh clone to a running site. `npm run site -- VERB`: the same for its other verbs.
import { ensureBuild, ensureDependencies } from './prepare.mjs'

await ensureDependencies()
await ensureBuild()
await import('../dist/server/main.js')
