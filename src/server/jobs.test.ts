import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { createWorker, enqueue, type JobHandlers, reclaimOrphans, TryLater } from './jobs.ts'
import './letters.ts'
import { createLog } from './log.ts'
import { mayUseLastRoom, onLastRoom } from './storage-health.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

type Work = (job: { syncId: string }) => Promise<void>

/** A database, a clock that can be moved, and workers that do what a test says with a job. */
async function openWorkshop() {
  const { db, engine } = await openTestDatabase()
  const logged: string[] = []
  let time = Date.parse('2026-01-15T12:00:00Z')
  const now = () => new Date(time)
  const log = createLog((line) => logged.push(line), { now })
  return {
    db,
    engine,
    now,
    logged,
    passTime: (milliseconds: number) => {
      time += milliseconds
    },
    // Only this kind of job is ever written here, so only this one is ever looked up.
    hire: (work: Work) => createWorker({ db, engine, log, now, handlers: { 'provider.sync': work } as JobHandlers }),
    add: async (count = 1) => {
      for (let number = 0; number < count; number++)
        await enqueue(db, 'provider.sync', { syncId: String(number) }, now())
    },
    jobs: () => db.selectFrom('jobs').selectAll().orderBy('id').execute(),
  }
}

/** A moment in a test that something waits for. */
function moment<Value = void>() {
  let come: (value: Value) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const waited = new Promise<Value>((resolve, reject) => {
    come = resolve
    fail = reject
  })
  return { waited, come, fail }
}

describe('cause and job', () => {
  test('are written together', async () => {
    const { db, now, jobs } = await openWorkshop()
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('day_salts').values({ day: '2026-01-15', salt: 'cause' }).execute()
      await enqueue(tx, 'provider.sync', { syncId: 'one' }, now())
    })
    expect(await db.selectFrom('day_salts').selectAll().execute()).toHaveLength(1)
    expect(await jobs()).toMatchObject([{ kind: 'provider.sync', payload: '{"syncId":"one"}', state: 'queued' }])
  })

  test('or not at all', async () => {
    const { db, now, jobs } = await openWorkshop()
    const changedMind = db.transaction().execute(async (tx) => {
      await tx.insertInto('day_salts').values({ day: '2026-01-15', salt: 'cause' }).execute()
      await enqueue(tx, 'provider.sync', { syncId: 'one' }, now())
      throw new Error('changed my mind')
    })
    await expect(changedMind).rejects.toThrow('changed my mind')
    expect([await db.selectFrom('day_salts').selectAll().execute(), await jobs()]).toEqual([[], []])
  })
})

test('a job that is done is gone', async () => {
  const { hire, add, jobs } = await openWorkshop()
  const done: string[] = []
  await add(6)
  await hire(async ({ syncId }) => void done.push(syncId)).runDue()
  expect([done.sort(), await jobs()]).toEqual([['0', '1', '2', '3', '4', '5'], []])
})

describe('a job that fails', () => {
  test('waits longer each time, is given up after a day, and never stops another', async () => {
    const { hire, add, jobs, passTime, now, logged } = await openWorkshop()
    const tries: number[] = []
    const fine: string[] = []
    const worker = hire(async ({ syncId }) => {
      if (syncId !== '0') return void fine.push(syncId)
      tries.push(now().getTime())
      throw new Error('the ink is dry')
    })
    await add(3)
    await worker.runDue()
    expect(fine.sort()).toEqual(['1', '2'])
    expect(await jobs()).toMatchObject([
      { state: 'queued', attempts: 1, lease_until: null, last_error: 'the ink is dry' },
    ])

    for (let [job] = await jobs(); job?.state === 'queued' && tries.length < 60; [job] = await jobs()) {
      passTime(Date.parse(job.run_at) - now().getTime() - 1)
      await worker.runDue()
      expect(await jobs()).toEqual([job])
      passTime(1)
      await worker.runDue()
    }
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(waits[0]).toBeGreaterThanOrEqual(minute / 2)
    expect(waits[0]).toBeLessThanOrEqual(1.5 * minute)
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(minute / 2 + Math.min(6 * hour, minute * 2 ** index))
    }
    expect(tries.length).toBeLessThan(60)
    expect(await jobs()).toMatchObject([{ state: 'failed', attempts: tries.length, last_error: 'the ink is dry' }])
    expect(now().getTime() - (tries[0] ?? 0)).toBeGreaterThan(24 * hour)
    expect(logged.filter((line) => line.includes('"job failed"'))).toHaveLength(tries.length)

    passTime(48 * hour)
    await worker.runDue()
    expect(await jobs()).toMatchObject([{ attempts: tries.length }])
  })

  test('has a day from its first failure, however long ago it was written or what it had to wait for', async () => {
    const { db, hire, jobs, passTime, now } = await openWorkshop()
    const due = new Date(now().getTime() + 48 * hour)
    await enqueue(db, 'provider.sync', { syncId: 'one' }, now(), due)
    const faults = [new Error('a stumble'), new TryLater('the post office is shut', hour), new Error('another')]
    const worker = hire(async () => {
      throw faults.shift() ?? new Error('the last straw')
    })
    for (const wait of [48, 23, 2]) {
      passTime(wait * hour)
      await worker.runDue()
      expect(await jobs()).toMatchObject([{ state: 'queued' }])
    }
    passTime(25 * hour)
    await worker.runDue()
    expect(await jobs()).toMatchObject([{ state: 'failed', last_error: 'the last straw' }])
  })

  test('but is not to blame comes back when it said, is never given up, and nobody is warned', async () => {
    const { hire, add, jobs, passTime, now, logged } = await openWorkshop()
    let tries = 0
    const worker = hire(async () => {
      tries++
      if (tries < 3) throw new TryLater('the post office is shut', 7 * second)
    })
    await add()
    await worker.runDue()
    passTime(48 * hour)
    await worker.runDue()
    expect(await jobs()).toMatchObject([
      {
        state: 'queued',
        run_at: new Date(now().getTime() + 7 * second).toISOString(),
        last_error: 'the post office is shut',
      },
    ])
    passTime(7 * second - 1)
    await worker.runDue()
    expect(tries).toBe(2)
    passTime(1)
    await worker.runDue()
    expect([tries, await jobs(), logged]).toEqual([3, [], []])
  })

  test('because nobody knows it says so', async () => {
    const { db, hire, add, jobs, logged } = await openWorkshop()
    await add()
    await db.updateTable('jobs').set({ kind: 'dream.interpret' }).execute()
    await hire(async () => {}).runDue()
    expect(await jobs()).toMatchObject([{ state: 'queued', last_error: 'nobody knows the job dream.interpret' }])
    expect(logged.join()).toContain('nobody knows the job dream.interpret')
  })
})

describe('the lease', () => {
  test('keeps others off while it runs, and lets them in when its owner was not heard of', async () => {
    const { hire, add, jobs, passTime } = await openWorkshop()
    const taken = moment()
    await add()
    void hire(() => {
      taken.come()
      return new Promise(() => {})
    }).runDue()
    await taken.waited
    let runs = 0
    const other = hire(async () => void runs++)
    passTime(119 * second)
    await other.runDue()
    expect([runs, await jobs()]).toMatchObject([0, [{ state: 'running', attempts: 1 }]])
    passTime(2 * second)
    await other.runDue()
    expect([runs, await jobs()]).toEqual([1, []])
  })

  test.each(['fails', 'ends'] as const)('an owner who comes back too late and %s changes nothing', async (how) => {
    const { hire, add, jobs, passTime } = await openWorkshop()
    const [late, next] = [moment(), moment()]
    const [lateHasIt, nextHasIt] = [moment(), moment()]
    await add()
    const lateRound = hire(() => {
      lateHasIt.come()
      return late.waited
    }).runDue()
    await lateHasIt.waited
    passTime(121 * second)
    const nextRound = hire(() => {
      nextHasIt.come()
      return next.waited
    }).runDue()
    await nextHasIt.waited
    if (how === 'fails') late.fail(new Error('woke up'))
    else late.come()
    await lateRound
    expect(await jobs()).toMatchObject([{ state: 'running', attempts: 2, last_error: null }])
    next.come()
    await nextRound
    expect(await jobs()).toEqual([])
  })

  test('a start finds what the last process left in hand', async () => {
    const { db, hire, add, jobs } = await openWorkshop()
    await add(2)
    await db
      .updateTable('jobs')
      .set({ state: 'running', attempts: 1, lease_until: '2026-01-15T12:02:00.000Z' })
      .execute()
    await reclaimOrphans(db)
    let runs = 0
    await hire(async () => void runs++).runDue()
    expect([runs, await jobs()]).toEqual([2, []])
  })
})

test('no more are in hand than there are hands, also when many come at once', async () => {
  const { db, engine, hire, add } = await openWorkshop()
  await add(1)
  // As PostgreSQL sees a table that is nearly empty most of the time: it plans for one row.
  if (engine === 'postgres') await sql`analyze jobs`.execute(db)
  await add(19)
  let inHand = 0
  let most = 0
  await hire(async () => {
    most = Math.max(most, ++inHand)
    await new Promise(setImmediate)
    inHand--
  }).runDue()
  expect(most).toBe(4)
})

test('two workers share a hundred jobs, and none is in two hands', async () => {
  const { hire, add } = await openWorkshop()
  await add(100)
  const runs = new Map<string, number>()
  const inHand = new Set<string>()
  const byWorker = [0, 0]
  const overlaps: string[] = []
  const bothAtWork = moment()
  const work =
    (worker: number): Work =>
    async ({ syncId }) => {
      byWorker[worker]!++
      // However quick one of them is, it leaves some for the other.
      if (!byWorker.includes(0)) bothAtWork.come()
      await bothAtWork.waited
      if (inHand.has(syncId)) overlaps.push(syncId)
      inHand.add(syncId)
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      inHand.delete(syncId)
      runs.set(syncId, (runs.get(syncId) ?? 0) + 1)
    }
  await Promise.all([hire(work(0)).runDue(), hire(work(1)).runDue()])
  expect(overlaps).toEqual([])
  expect([...runs.values()]).toEqual(Array.from({ length: 100 }, () => 1))
})

describe('a worker that runs by itself', () => {
  test.each([
    ['it began by itself', 'start'],
    ['somebody asked for', 'runDue'],
  ] as const)('stops by finishing what is in hand of a round %s and taking nothing new', async (_what, begin) => {
    const { hire, add, jobs } = await openWorkshop()
    await add(10)
    const [fourInHand, goOn] = [moment(), moment()]
    const begun: string[] = []
    const ended: string[] = []
    const worker = hire(async ({ syncId }) => {
      begun.push(syncId)
      if (begun.length === 4) fourInHand.come()
      await goOn.waited
      ended.push(syncId)
    })
    void worker[begin]()
    await fourInHand.waited
    const stopped = worker.stop().then(() => ended.length)
    worker.wake()
    await new Promise(setImmediate)
    goOn.come()
    expect(await stopped).toBe(4)
    expect(begun).toHaveLength(4)
    expect((await jobs()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['queued', 0]),
    )
    worker.wake()
    await worker.runDue()
    expect(begun).toHaveLength(4)
  })

  test('hears of work that came while it was busy', async () => {
    const { hire, add } = await openWorkshop()
    const secondDone = moment()
    let runs = 0
    const worker = hire(async () => {
      runs++
      if (runs === 2) secondDone.come()
      if (runs > 1) return
      await add()
      worker.wake()
    })
    await add()
    worker.wake()
    await secondDone.waited
    await worker.stop()
    expect(runs).toBe(2)
  })
})

test.each([
  ['woken', 'wake'],
  ['asked to work at once', 'runDue'],
] as const)('a worker %s by the owner has no right to the last room of a full disk', async (_how, call) => {
  const { hire, add } = await openWorkshop()
  const done = moment<boolean>()
  const worker = hire(async () => done.come(mayUseLastRoom()))
  await add()
  onLastRoom(() => void worker[call]())
  expect(await done.waited).toBe(false)
  await worker.stop()
})

describe('a clock set back by two hours', () => {
  test('holds up no job that was never tried, nor one that was put off', async () => {
    const { add, hire, jobs, passTime } = await openWorkshop()
    const seen: number[] = []
    const worker = hire(async () => {
      seen.push(seen.length)
      if (seen.length < 3) throw seen.length === 1 ? new Error('not yet') : new TryLater('not yet', hour)
    })
    for (let tries = 1; tries <= 3; tries++) {
      if (tries === 1) await add()
      passTime(-2 * hour)
      await worker.runDue()
      expect(seen).toHaveLength(tries)
    }
    expect(await jobs()).toEqual([])
  })

  test('and one that waits as long as it should goes on waiting', async () => {
    const { add, hire, passTime } = await openWorkshop()
    let runs = 0
    const worker = hire(async () => {
      runs++
      throw new TryLater('not yet', hour)
    })
    await add()
    await worker.runDue()
    passTime(59 * minute)
    await worker.runDue()
    expect(runs).toBe(1)
  })
})
