import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import type { BackupHands, Made } from '#features/backups/service.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import type { Shelf } from '#server/backup/shelf.ts'

/** How a process ends that has a fault to tell of a backup, and one that found another at the same work. */
export const failed = 1
export const tryLater = 75

/** What the process that makes a backup tells the one that asked for it. */
export type Told = { share: number } | { made: Made }

/**
 * The commands `backup` and `verify` as a process of their own, at the lowest priority: reading and sealing gigabytes keeps
 * no reader waiting. It ends with this one.
 */
export function createBackupHands(program: string, shelf: Shelf): BackupHands {
  let child: ChildProcess | undefined

  async function run(args: string[], hear: (told: Told) => void = () => {}) {
    const hand = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    child = hand
    // Before it has threads of its own, which would keep the priority they began with.
    if (hand.pid) setPriority(hand.pid, constants.priority.PRIORITY_LOW)
    hand.on('message', (told: Told) => hear(told))
    try {
      const [said, [code, signal]] = await Promise.all([hand.stdout ? text(hand.stdout) : '', once(hand, 'exit')])
      if (code === 0) return
      const words = said.trim() || `The process that was to do it was ended (${code ?? signal}).`
      // What it has found out about the backup, and not what kept it from finding out.
      if (code === failed || code === tryLater) throw new BackupFault(words, { isBusy: code === tryLater })
      throw new Error(words)
    } finally {
      child = undefined
    }
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
    verify: (name) => shelf.lend(name, (path) => run(['verify', path])),
    async drop() {
      child?.kill()
      if (child) await once(child, 'exit')
    },
  }
}
