import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Parts } from './drawn-pictures.ts'

/** What the process that draws says: that it can begin; then, for each thing it is asked, what it drew or why it did not. */
export type DrawingReply = { isReady: true } | { parts: Parts; memory: number } | { fault: string }

type Limits<Job> = {
  /** ends when it has had nothing to do for so long; all times in milliseconds */
  idleAfter?: number
  longestStart?: number
  longestDrawing?: (job: Job) => number
  /** a process that holds more bytes than this after a drawing is replaced */
  mostMemory?: number
  /** as the system counts it: higher numbers wait for lower ones */
  priority?: number
}

export type DrawingHands<Job> = {
  /** one at a time: whoever calls waits for the one before */
  draw: (job: Job) => Promise<Parts>
  /** the process that draws, if there is one at this moment */
  pid: () => number | undefined
  stop: () => Promise<void>
}

// Nothing of ours: what draws needs neither keys nor addresses. One picture is encoded at a time, and glibc gives large
// pieces of memory back at once; left alone, eight covers in a row come to 360 MB instead of 190.
const environment = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const nodeOptions = ['--max-old-space-size=128', '--max-semi-space-size=4', '--expose-gc']

/** A process beside this one that draws. It is there while there is something to draw; one that hangs or dies is replaced. */
export function createDrawingHands<Job extends object>(program: string, limits: Limits<Job> = {}): DrawingHands<Job> {
  const { idleAfter = 20_000, longestStart = 60_000, mostMemory = 220 * 1024 * 1024 } = limits
  // Readers come first.
  const { longestDrawing = () => 120_000, priority = constants.priority.PRIORITY_BELOW_NORMAL } = limits
  let hand: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false

  async function start(): Promise<ChildProcess> {
    const child = fork(program, {
      execArgv: nodeOptions,
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    hand = child
    child.once('exit', () => {
      if (hand === child) hand = undefined
    })
    // Before it has threads of its own, which would keep the priority they began with.
    if (child.pid) setPriority(child.pid, priority)
    await hear(child, longestStart)
    return child
  }

  async function ask(job: Job): Promise<DrawingReply> {
    const child = hand ?? (await start())
    const reply = hear(child, longestDrawing(job))
    child.send(job)
    return reply
  }

  async function end(child: ChildProcess | undefined): Promise<void> {
    if (hand === child) hand = undefined
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return {
    pid: () => hand?.pid,
    async draw(job) {
      if (isStopped) throw new Error('the site is being stopped, and draws no more')
      clearTimeout(idle)
      const told = await ask(job).catch(async (error) => {
        await end(hand)
        throw error
      })
      if ('memory' in told && told.memory > mostMemory) await end(hand)
      idle = setTimeout(() => end(hand), idleAfter).unref()
      if ('parts' in told) return told.parts
      throw new Error('fault' in told ? told.fault : 'the process that draws began anew')
    },
    async stop() {
      isStopped = true
      clearTimeout(idle)
      await end(hand)
    },
  }
}

/** What it says next. One that says nothing in time is ended: nobody knows what it is doing. */
function hear(child: ChildProcess, longest: number): Promise<DrawingReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      settle(() => reject(new Error(`the process that draws said nothing for ${longest / 1_000} s`)))
    }, longest)
    const onMessage = (told: DrawingReply) => settle(() => resolve(told))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number | null, signal: string | null) =>
      settle(() => reject(new Error(`the process that draws was ended (${code ?? signal})`)))
    function settle(how: () => void) {
      clearTimeout(timer)
      child.off('message', onMessage).off('error', onError).off('exit', onExit)
      how()
    }
    child.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
