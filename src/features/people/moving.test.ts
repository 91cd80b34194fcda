import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { createPostgresDatabase, postgresUrl } from '#tests/support/database.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { findMember, knownAmong } from './service.server.ts'

const at = '2026-01-01T00:00:00.000Z'
const subscribed = ['none', 'pending', 'active', 'left'] as const
const grouped = ['none', 'in', 'left'] as const
const asked = ['none', 'asked', 'withdrawn'] as const

/** Every way in which the three lists of an older version could speak of one address. */
const everyWay = subscribed.flatMap((subscriber) =>
  grouped.flatMap((member) => asked.map((arc) => ({ subscriber, member, arc, key: `${subscriber}-${member}-${arc}` }))),
)
const addressOf = (key: string) => `${key}@home.example`

async function fillOlder(db: Db) {
  for (const { subscriber, member, arc, key } of everyWay) {
    const email = addressOf(key)
    if (subscriber !== 'none')
      await sql`insert into subscribers (id, email, name, state, source, created_at, confirmed_at, left_at)
        values (${`s-${key}`}, ${email}, 'Ada', ${subscriber}, 'footer', ${at}, null, null)`.execute(db)
    if (member !== 'none')
      await sql`insert into group_members (id, email, basis, source, added_at, left_at)
        values (${`g-${key}`}, ${email}, 'A reading', 'import', ${at}, ${member === 'left' ? at : null})`.execute(db)
    if (arc !== 'none')
      await sql`insert into arc_requests (id, email, name, reader_magnet_id, created_at, asked_for)
        values (${`a-${key}`}, ${email}, 'Ada', null, ${at}, 'ferry before')`.execute(db)
    for (const act of arc === 'none' ? [] : arc === 'asked' ? ['given'] : ['given', 'withdrawn'])
      await sql`insert into consents (id, subscriber_id, email, purpose, act, wording, wording_hash, page, source, method, at)
        values (${`${act}-${key}`}, ${`a-${key}`}, ${email}, 'arc', ${act}, 'arc-1', 'x', '/', 'home', 'form', ${at})`.execute(
        db,
      )
  }
}

async function openPlace() {
  const databaseUrl = postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}
  const env = readEnv({
    DATA_DIR: ownFolder(),
    SECRET_KEY: 'a key for tests only, forty characters long',
    ...databaseUrl,
  })
  const older = await openDatabase(env, { until: '015-asked-for' })
  await fillOlder(older.db)
  return { env, older }
}

test('of three lists that disagree about an address the strictest wins, and every old letter keeps its way out', async () => {
  const { env, older } = await openPlace()
  await older.close()
  const { db, close } = await openDatabase(env)
  for (const { subscriber, member, arc, key } of everyWay) {
    const hasLeft = subscriber === 'left' || member === 'left' || arc === 'withdrawn'
    const mayBeWrittenTo = !hasLeft && (subscriber === 'active' || member === 'in')
    expect([key, (await knownAmong(db, [addressOf(key)])).size === 1]).toEqual([key, mayBeWrittenTo])
    const places = { [`s-${key}`]: subscriber, [`g-${key}`]: member, [`a-${key}`]: arc }
    const people = new Set<string>()
    for (const [id, was] of Object.entries(places)) {
      const found = await findMember(db, id)
      expect([id, found?.email]).toEqual([id, was === 'none' ? undefined : addressOf(key)])
      if (found) people.add(found.person_id)
    }
    expect(people.size).toBe(key === 'none-none-none' ? 0 : 1)
    const consents = await db.selectFrom('consents').select('person_id').where('email', '=', addressOf(key)).execute()
    for (const { person_id } of consents) expect(people).toContain(person_id)
  }
  const names = await db.selectFrom('people').select('name').where('left_at', 'is not', null).distinct().execute()
  expect(names).toEqual([{ name: null }])
  await close()
})
