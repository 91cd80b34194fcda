import { sql } from 'kysely'
import type { People, PersonRecord } from '#features/people/contract.ts'
import type { Db } from '#server/db.ts'
import { newId } from '#server/ids.ts'
import { emailHash } from '#server/suppressions.ts'
import { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The list of an author, the readers who join and leave it, and what she sees of them. */
export async function openPeople(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', ...env } })
  const owner = await app.asOwner()
  const list = async (search = ''): Promise<People> => (await owner.request(`/api/owner/subscribers${search}`)).json()
  const person = async (id = ''): Promise<PersonRecord> => (await owner.request(`/api/owner/subscribers/${id}`)).json()
  const csv = async (search = '') => (await owner.request(`/api/owner/subscribers.csv${search}`)).text()
  const join = async (email: string, more: object = {}) => {
    await app.post('/api/newsletter/signup', { email, source: 'signup_page', page: '/signup', ...more })
    await app.work()
    app.passTime(1_000)
  }
  const askForArc = (email: string, more: object = {}) =>
    join(email, { source: 'voss_trials_arc', page: '/voss-trials', readerMagnetId: null, ...more })
  /** leaves by the link of the newest letter to this address */
  const leave = async (email: string) => {
    const newest = (await app.letters()).findLast(({ to_email }) => to_email === email)
    const { text } = await (await (await app.asOwner()).request(`/api/owner/outbox/${newest?.id}`)).json()
    const [path = ''] = text.match(/\/unsubscribe\/\S+/) ?? []
    await app.postForm(path, {})
    app.passTime(1_000)
  }
  return { app, owner, list, person, csv, join, askForArc, leave }
}

/** How many PostgreSQL plans with, which is what it last counted. */
export async function countedPeople(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select reltuples as count from pg_class where relname = 'people'`.execute(db)
  return rows[0]?.count ?? -1
}

/** So many people on the list, a second apart, each with her consent. */
export async function fill({ db, deps }: TestApp, count: number) {
  const start = deps.now().getTime() - count * 1_000
  for (let first = 0; first < count; first += 500) {
    const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
      const number = first + index + 1
      const at = new Date(start + number * 1_000)
      const email = `reader${number}@mail${number % 7}.example`
      const person = {
        id: newId(at),
        email,
        email_hash: emailHash(deps.keyFor, email),
        name: number % 3 ? `Reader Number ${number}` : null,
        source: number % 2 ? 'footer' : 'signup_page',
        standing: number % 5 === 3 ? ('pending' as const) : ('active' as const),
        has_asked: 0,
        created_at: at.toISOString(),
        left_at: number % 5 === 4 ? at.toISOString() : null,
      }
      const place = {
        id: newId(at),
        person_id: person.id,
        list: 'newsletter' as const,
        about: '',
        state: person.standing,
        source: person.source,
        basis: null,
        reader_magnet_id: null,
        joined_at: person.created_at,
        confirmed_at: person.created_at,
      }
      const consent = {
        id: newId(at),
        person_id: person.id,
        email,
        purpose: 'newsletter' as const,
        act: 'given' as const,
        wording: 'signup-2025-07-26',
        wording_hash: 'x',
        page: '/signup',
        source: person.source,
        method: 'form' as const,
        client_hash: null,
        at: person.created_at,
      }
      return { person, place, consent }
    })
    const all = <Part extends keyof (typeof rows)[number]>(part: Part) => rows.map((row) => row[part])
    await db.insertInto('people').values(all('person')).execute()
    await db.insertInto('memberships').values(all('place')).execute()
    await db.insertInto('consents').values(all('consent')).execute()
  }
}

export const emails = ({ people }: People) => people.map(({ email }) => email)

/** Every byte of every table. */
export async function dump({ db }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'jobs')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}
