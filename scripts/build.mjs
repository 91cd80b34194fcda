// `npm run build`: builds whether or not the last build is still fresh; with --if-stale, only when it is not.
import { build, ensureBuild, ensureDependencies } from './prepare.mjs'

await ensureDependencies()
await (process.argv.includes('--if-stale') ? ensureBuild() : build())
