import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { nothingConfigured } from '../../scripts/site-process.mjs'

/** A verb of the program, as a process that can be killed. */
export function begin(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...nothingConfigured, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([said, complained, [code]]) => ({ said, complained, code: code as number | null }),
  )
  return { child, ended }
}

export function run(env: Record<string, string>, ...args: string[]) {
  return begin(env, ...args).ended
}
