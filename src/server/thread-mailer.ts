import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { gather } from './gather.ts'
import type { FromThread, ToThread } from './mail-thread.ts'
import { findMailWay, type Letter, type Mailer, type MailWay, type OpenMailer, type Outcome } from './mailer.ts'

/**
 * Mailers whose letters are set and spoken in a thread, beside the one that serves pages. Its code is read now: while the
 * next version is being built, a thread that begins anew must be of this one.
 */
export function mailersInThreads(file: string): OpenMailer {
  const code = readFileSync(file, 'utf8')
  return (env) => {
    const way = findMailWay(env)
    return way && createThreadMailer(code, way)
  }
}

/** The thread is there while there are letters, and a minute longer. One that dies is replaced at the next letter. */
export function createThreadMailer(code: string, way: MailWay, { idleAfter = 60_000 } = {}): Mailer {
  let thread: Thread | null = null
  let underWay = 0
  let isRetired = false
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function begin(): Thread {
    const begun = startThread(code, way, () => {
      if (thread === begun) thread = null
    })
    return begun
  }

  function letGo() {
    clearTimeout(idle)
    thread?.leave()
    thread = null
  }

  function end() {
    isClosed = true
    letGo()
  }

  function rest() {
    if (isRetired || isClosed) return end()
    thread?.unref()
    idle = setTimeout(letGo, idleAfter).unref()
  }

  return {
    async send(letter, beforeLastByte) {
      // As the library says it: nobody need know where it is spoken.
      if (isClosed) return away('Connection pool was closed')
      clearTimeout(idle)
      underWay++
      try {
        thread ??= begin()
        return await thread.carry(letter, beforeLastByte)
      } finally {
        if (--underWay === 0) rest()
      }
    },
    retire() {
      isRetired = true
      if (underWay === 0) end()
    },
    close() {
      isClosed = true
      thread?.close()
      if (underWay === 0) end()
    },
  }
}

type Thread = {
  carry: (letter: Letter, beforeLastByte: () => Promise<void>) => Promise<Outcome>
  /** what has not begun is not begun any more */
  close: () => void
  /** it ends as soon as its lines are closed, and keeps nobody from ending before */
  leave: () => void
  unref: () => void
}

type InHand = {
  beforeLastByte: () => Promise<void>
  /** the gate, once it was reached */
  passing: Promise<void>
  isPastGate: boolean
  settle: (outcome: Outcome | Promise<Outcome>) => void
}

function startThread(code: string, way: MailWay, onEnd: () => void): Thread {
  const worker = new Worker(code, { eval: true, workerData: way })
  const tell = gather<ToThread>((words) => worker.postMessage(words))
  const inHand = new Map<number, InHand>()
  let last = 0
  let why = ''

  /** The gate is kept here, where the books are. What it throws stays here too, for whoever sent the letter. */
  function passGate(id: number, item: InHand) {
    item.passing = item.beforeLastByte()
    item.passing.then(
      () => {
        item.isPastGate = true
        tell({ kind: 'answer', id, mayLeave: true })
      },
      () => tell({ kind: 'answer', id, mayLeave: false }),
    )
  }

  function hear(word: FromThread) {
    const item = inHand.get(word.id)
    if (!item) return
    if (word.kind === 'gate') return passGate(word.id, item)
    inHand.delete(word.id)
    item.settle(word.kind === 'end' ? word.outcome : item.passing.then(() => away('stopped at the gate')))
  }

  worker.on('message', (words: readonly FromThread[]) => words.forEach(hear))
  worker.on('error', (error) => {
    why = `: ${error.message}`
  })
  // All that it has said is heard by now. A gate that is being passed is waited for: its dot has not left, as the answer
  // has not, but what it writes down must be written before anybody acts on the outcome.
  worker.on('exit', () => {
    onEnd()
    const reason = `the thread that carries letters has ended${why}`.slice(0, 300)
    for (const { isPastGate, passing, settle } of inHand.values()) {
      settle(isPastGate ? { kind: 'unknown', reason } : passing.then(() => away(reason)))
    }
    inHand.clear()
  })

  return {
    carry(letter, beforeLastByte) {
      const id = ++last
      worker.ref()
      return new Promise((settle) => {
        inHand.set(id, { beforeLastByte, passing: Promise.resolve(), isPastGate: false, settle })
        tell({ kind: 'letter', id, letter })
      })
    },
    close: () => tell({ kind: 'close' }),
    leave() {
      worker.unref()
      tell({ kind: 'leave' })
    },
    unref: () => worker.unref(),
  }
}

function away(reason: string): Outcome {
  return { kind: 'deferred', reason, isServerAway: true, isOurFault: false }
}
