import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { nothingConfigured } from '../../scripts/site-process.mjs'

/** A verb of the program, as a process that can be killed. */
export function begin(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    env: { ...process.env, ...nothingConfigured, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = text(child.stdout)
  const ended = once(child, 'exit').then(async ([code]) => ({ code: code as number | null, said: await said }))
  return { child, ended }
}

export function run(env: Record<string, string>, ...args: string[]) {
  return begin(env, ...args).ended
}
