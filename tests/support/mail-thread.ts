import { resolve } from 'node:path'
import { build } from 'vite'

let built: Promise<string> | undefined

/** The thread that carries letters, as it is in a built site: one program that needs no other file. */
export function mailThread(): Promise<string> {
  built ??= buildThread()
  return built
}

async function buildThread(): Promise<string> {
  const result = await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve('src/server/mail-thread.ts'),
      write: false,
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  })
  if (!('output' in result)) throw new Error('the thread was not built')
  return result.output[0].code
}

/** Put before a program, it ends its thread at a dot that is the last byte of a letter: just before it leaves, or just after. */
export function dyingAtDot(when: 'before' | 'after'): string {
  const die = when === 'before' ? 'process.exit(1)' : 'return write.call(this, bytes, () => process.exit(1))'
  return `{
    const { Socket } = require('node:net')
    const { write } = Socket.prototype
    Socket.prototype.write = function (bytes, ...more) {
      if (/(^|\\n)\\.\\r\\n$/.test(String(bytes))) ${die}
      return write.call(this, bytes, ...more)
    }
  }\n`
}

/** Put before a program, it ends its thread when somebody says so on this channel. */
export function dyingWhenTold(channel: string): string {
  return `{
    const { BroadcastChannel } = require('node:worker_threads')
    const told = new BroadcastChannel(${JSON.stringify(channel)})
    told.onmessage = () => process.exit(1)
    told.unref()
  }\n`
}
