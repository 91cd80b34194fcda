import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { gather } from './gather.ts'
import { createMailer, type Letter, type MailWay, type Outcome } from './mailer.ts'

/** `leave`: nothing more will come, and nothing is under way. */
export type ToThread =
  | { kind: 'letter'; id: number; letter: Letter }
  | { kind: 'answer'; id: number; mayLeave: boolean }
  | { kind: 'close' }
  | { kind: 'leave' }

/** `gate`: the server holds all of it but the dot, which waits for an answer. `stopped`: that was no, and it is destroyed. */
export type FromThread =
  | { kind: 'gate'; id: number }
  | { kind: 'stopped'; id: number }
  | { kind: 'end'; id: number; outcome: Outcome }

class Stopped extends Error {}

/** The thread in which letters are set, signed and spoken. It keeps no books: before each last byte it asks who does. */
function carryLetters(port: MessagePort, way: MailWay): void {
  const mailer = createMailer(way)
  const tell = gather<FromThread>((words) => port.postMessage(words))
  const waiting = new Map<number, (mayLeave: boolean) => void>()

  async function passGate(id: number): Promise<void> {
    const mayLeave = await new Promise<boolean>((answer) => {
      waiting.set(id, answer)
      tell({ kind: 'gate', id })
    })
    if (!mayLeave) throw new Stopped()
  }

  async function carry(id: number, letter: Letter): Promise<void> {
    try {
      tell({ kind: 'end', id, outcome: await mailer.send(letter, () => passGate(id)) })
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      tell({ kind: 'stopped', id })
    }
  }

  function hear(word: ToThread): void {
    if (word.kind === 'letter') void carry(word.id, word.letter)
    if (word.kind === 'answer') waiting.get(word.id)?.(word.mayLeave)
    if (word.kind === 'answer') waiting.delete(word.id)
    if (word.kind === 'close' || word.kind === 'leave') mailer.close()
    // The last thing that holds the thread, once its lines are closed.
    if (word.kind === 'leave') port.close()
  }

  port.on('message', (words: readonly ToThread[]) => words.forEach(hear))
}

/** Where pages and letters want the same core, the page goes first. Only Linux has a priority for each thread. */
function makeWay(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Elsewhere all threads are alike, and letters leave all the same.
  }
}

if (parentPort) {
  makeWay()
  carryLetters(parentPort, workerData)
}
