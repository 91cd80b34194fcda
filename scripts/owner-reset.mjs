// `npm run owner:reset`: a one-time link that sets a new password. The site may go on running meanwhile.
import { ensureBuild, ensureDependencies } from './prepare.mjs'

await ensureDependencies()
await ensureBuild()
process.argv[2] = 'owner-reset'
await import('../dist/server/main.js')
