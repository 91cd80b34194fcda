// What `dist/server/main.js` is: starts the site from the code that V8 compiled at the end of the build, and leaves
// beside it. Compiling would be half of each start. V8 takes it only where the same version made it, else it compiles anew.
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

const isStart = (process.argv[2] ?? 'start') === 'start'
// Whoever asks while the code is read is heard by the code (`asked-to-leave.ts`), at the first turn of the event loop.
if (isStart) for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => {})

const filename = fileURLToPath(new URL('site.cjs', import.meta.url))

export const compiled = `${filename}.${process.arch}-${process.version}`
export const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), {
  filename,
  ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
})

// Flags are set after the script: V8 takes compiled code only under those it was compiled with, which are the usual ones.
const set = (...flags) => {
  for (const flag of flags) setFlagsFromString(flag)
}
export const setUsual = () =>
  set('--opt', '--parallel-scavenge', '--semi-space-growth-factor=2', '--heap-growing-percent=0')

// What a page is made of is gone with it. Room for more of that would be 30 MB, and make no page faster. Each new thread
// sets it back, for all of them.
const keepYoungSmall = () => set('--semi-space-growth-factor=1')
keepYoungSmall()
subscribe('worker_threads', ({ worker }) => worker.once('online', keepYoungSmall))
// A report waits for a second (decision 021), long enough to count as old. V8 would let such grow to four times what is
// in use before it looks.
set('--heap-growing-percent=30')
// A start runs nearly everything once: it is not worth optimising, nor are threads for the little that is gone by then.
const startIsOver = 2_000
if (isStart) {
  set('--no-opt', '--no-parallel-scavenge')
  setTimeout(() => set('--opt', '--parallel-scavenge'), startIsOver).unref()
}

const site = { exports: {} }
script.runInThisContext()(site.exports, createRequire(filename), site, filename, dirname(filename))
