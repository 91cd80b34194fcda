import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { BackupHands, Made } from '#features/backups/service.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { scratchName } from '#server/backup/read.ts'
import type { Shelf } from '#server/backup/shelf.ts'

/** How a process ends that found another at the same work. */
export const tryLater = 75

/** What the process that makes a backup tells the one that asked for it. */
export type Told = { share: number } | { made: Made }

/**
 * The commands `backup` and `verify` as a process of their own, at the lowest priority: reading and sealing gigabytes keeps
 * no reader waiting. It ends with this one.
 */
export function createBackupHands(program: string, dataDir: string, shelf: Shelf): BackupHands {
  let child: ChildProcess | undefined

  async function run(args: string[], hear: (told: Told) => void = () => {}) {
    const hand = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    child = hand
    hand.on('message', (told: Told) => hear(told))
    const [said, [code, signal]] = await Promise.all([hand.stdout ? text(hand.stdout) : '', once(hand, 'exit')])
    child = undefined
    if (code === 0) return
    throw new BackupFault(said.trim() || `The process that was to do it was ended (${code ?? signal}).`, {
      isBusy: code === tryLater,
    })
  }

  return {
    async make(onProgress) {
      let made: Made | undefined
      await run(['backup'], (told) => {
        if ('made' in told) made = told.made
        else onProgress(told.share)
      })
      if (!made) throw new BackupFault('The process that was to do it said nothing.')
      return made
    },
    async verify(name) {
      const kept = await shelf.read(name)
      if (!kept) throw new BackupFault(`The backup ${name} is gone.`)
      const scratch = await mkdtemp(join(dataDir, scratchName))
      try {
        const path = join(scratch, name)
        await pipeline(Readable.fromWeb((await kept.stream()) as never), createWriteStream(path, { mode: 0o600 }))
        await run(['verify', path])
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
    async drop() {
      child?.kill()
      if (child) await once(child, 'exit')
    },
  }
}
