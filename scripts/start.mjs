// `npm start`: from a fresh clone to a running site.
import { ensureBuild, ensureDependencies } from './prepare.mjs'

await ensureDependencies()
await ensureBuild()
await import('../dist/server/main.js')
