import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import type { Db } from '#server/db.ts'
import { behindProxy, numbersOf, readerAt } from '#tests/support/numbers.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { forgetVisitors } from './visitors.server.ts'

const open = () => createTestApp({ env: behindProxy })
const oneDay = 86_400_000

async function countKnown({ db }: { db: Db }): Promise<number> {
  return (await db.selectFrom('views').select('at').where('visitor', 'is not', null).execute()).length
}

/** A database that has no time left after so many updates. */
function breakingAfter(db: Db, updates: number): Db {
  let left = updates
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode' && left-- === 0) throw new Error('out of time')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

describe('what is forgotten', () => {
  test('views are forgotten after thirty days, whom they were of after two, their sums never', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/')
    await app.deps.counter.flush()
    const left = async () => {
      await keepHouse(app.deps)
      const count = async (table: 'views' | 'visitor_salts' | 'day_visitors' | 'daily_counts') =>
        (await app.db.selectFrom(table).selectAll().execute()).length > 0
      return {
        views: await count('views'),
        who: [await count('visitor_salts'), await count('day_visitors'), (await countKnown(app)) > 0],
        sums: await count('daily_counts'),
      }
    }
    expect(await left()).toEqual({ views: true, who: [true, true, true], sums: true })
    app.passTime(oneDay)
    expect(await left()).toEqual({ views: true, who: [true, true, true], sums: true })
    app.passTime(oneDay)
    expect(await left()).toEqual({ views: true, who: [false, false, false], sums: true })
    app.passTime(29 * oneDay)
    expect(await left()).toEqual({ views: false, who: [false, false, false], sums: true })
    expect((await numbersOf(app, 90)).total).toEqual({ views: 1, visitors: 1 })
  })

  const aView = { what: 'view', page: '/', visitor: null, referrer: null, user_agent: null, data: null }

  /** Twelve thousand, eight thousand of them at one moment. */
  async function writeViews({ db, deps }: Awaited<ReturnType<typeof open>>, visitor: string | null) {
    for (let count = 0; count < 12; count++) {
      const at = new Date(deps.now().getTime() + Math.floor(count / 8)).toISOString()
      const views = Array.from({ length: 1_000 }, () => ({ ...aView, at, visitor }))
      await db.insertInto('views').values(views).execute()
    }
  }

  test('more old views than are forgotten at once are all forgotten', async () => {
    const app = await open()
    await writeViews(app, null)
    app.passTime(31 * oneDay)
    await keepHouse(app.deps)
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
  })

  test('whose they were is forgotten a few at a time, and a round that broke off is taken up where it ended', async () => {
    const app = await open()
    await writeViews(app, '0123456789abcdef')
    app.passTime(2 * oneDay)
    const now = app.deps.now()
    const zone = app.deps.site().author.timeZone
    await expect(forgetVisitors(breakingAfter(app.db, 1), now, zone)).rejects.toThrow('out of time')
    expect(await countKnown(app)).toBe(4_000)
    await expect(forgetVisitors(breakingAfter(app.db, 1), now, zone)).resolves.toBeUndefined()
    expect(await countKnown(app)).toBe(0)
  })

  test('what fails in one corner of the house keeps nothing else from being forgotten', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/')
    await app.deps.counter.flush()
    app.passTime(31 * oneDay)
    await sql`alter table rate_counts rename to mislaid`.execute(app.db)
    await keepHouse(app.deps)
    expect(app.logged.join()).toContain('housekeeping failed')
    expect(app.logged.join()).toContain('rate_counts')
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
  })
})
