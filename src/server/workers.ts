import cluster, { type Worker } from 'node:cluster'
import type { Asked } from './asked-to-leave.ts'
import type { Log } from './log.ts'

/** One that cannot live must not take the machine with it. */
const pause = 1_000

const leave = 'leave'
const news = 'news'

type Keeping = {
  /** the file each of them runs */
  program: string
  log: Log
  asked: Asked
}

/** Whether this process is to keep others and answer nobody itself. */
export function keepsWorkers(count: number): boolean {
  return count > 1 && cluster.isPrimary
}

/** One process uses one core: these share a port. Each is a node of its own; what all would say the first one says. */
export function isFirstWorker(): boolean {
  return !cluster.isWorker || cluster.worker?.id === 1
}

/** For figures, which each counts for itself: the label that says whose they are, where there are several. */
export function workerName(): Record<string, string> {
  return cluster.worker ? { worker: String(cluster.worker.id) } : {}
}

/**
 * Holds the port, passes on what one worker has to tell the others, and starts another where one has died.
 * Answers with the code to end with when all are gone. The others wait for the first: what it made ready they find, and
 * what keeps it from starting would keep them too.
 */
export function keepWorkers(count: number, { program, log, asked }: Keeping): Promise<number> {
  // Each accepts for itself. A connection that is handed to one who is killed would be nobody's, and stay open.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })
  const opened = new Set<number>()
  let isLeaving = false
  const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const tell = (word: string, ...except: unknown[]) => {
    for (const worker of workers()) if (!except.includes(worker)) send(worker, word)
  }
  asked.once.then(() => {
    isLeaving = true
    tell(leave)
  })
  asked.again.then(() => tell(leave))
  cluster.on('message', (from, word) => {
    if (word === news) tell(news, from)
  })
  cluster.on('listening', (worker) => {
    const { id } = worker
    // What it was told before it listened it has not heard.
    if (isLeaving) return send(worker, leave)
    opened.add(id)
    if (opened.size === count) log.info('all workers are open', { count })
    if (id === 1) for (let started = 1; started < count; started++) cluster.fork()
  })
  cluster.fork()
  return new Promise((resolve) => {
    cluster.on('exit', ({ id }, code, signal) => {
      const hadOpened = opened.delete(id)
      if (workers().length === 0 && (isLeaving || !hadOpened)) return resolve(code ?? 1)
      if (isLeaving) return
      log.error('a worker has ended, and another is started', { code, signal })
      setTimeout(() => !isLeaving && cluster.fork(), pause)
    })
  })
}

/** One that has just died cannot be told anything, and need not. */
function send(worker: Worker, word: string) {
  if (worker.isConnected()) worker.send(word, () => {})
}

/** Whoever keeps this worker wants it to leave. */
export function hearKeeper(act: () => void) {
  hear(leave, act)
}

/** Something has changed that the other workers would see within the second: they look now. */
export function tellNews() {
  if (cluster.isWorker) process.send?.(news)
}

/** Answers how to stop hearing it. */
export function hearNews(look: () => void): () => void {
  return hear(news, look)
}

function hear(word: string, act: () => void): () => void {
  const listen = (said: unknown) => {
    if (said === word) act()
  }
  if (cluster.isWorker) process.on('message', listen)
  return () => process.off('message', listen)
}
