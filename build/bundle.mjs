// `node build/bundle.mjs client` or `ssr`: one half of the build in a process of its own, so that the memory of the first
// is gone when the second begins.
import { createBuilder } from 'vite'

const builder = await createBuilder({ logLevel: 'error' })
await builder.build(builder.environments[process.argv[2]])
