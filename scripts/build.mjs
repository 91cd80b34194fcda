// `npm run build`: builds whether or not the last build is still fresh.
import { build, ensureDependencies } from './prepare.mjs'

await ensureDependencies()
await build()
