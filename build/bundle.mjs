// `node build/bundle.mjs client`, or `ssr mail`: parts of the build in a process of their own, so that the memory of the
// first is gone when the next begins.
import { createBuilder } from 'vite'

const builder = await createBuilder({ logLevel: 'error' })
for (const part of process.argv.slice(2)) await builder.build(builder.environments[part])
