import type { People, PersonRecord } from '#features/subscribers/contract.ts'
import { newId } from '#server/ids.ts'
import { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The list of an author, the readers who join and leave it, and what she sees of them. */
export async function openSubscribers(env: Record<string, string> = {}) {
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
    const letter = (await app.letters()).findLast(({ to_email }) => to_email === email)
    const [path = ''] = letter?.text.match(/\/unsubscribe\/\S+/) ?? []
    await app.postForm(path, {})
    app.passTime(1_000)
  }
  return { app, owner, list, person, csv, join, askForArc, leave }
}

/** So many people on the list, a second apart, each with her consent. */
export async function fill({ db, deps }: TestApp, count: number) {
  const start = deps.now().getTime() - count * 1_000
  for (let first = 0; first < count; first += 500) {
    const people = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
      const number = first + index + 1
      const at = new Date(start + number * 1_000)
      return {
        id: newId(at),
        email: `reader${number}@mail${number % 7}.example`,
        name: number % 3 ? `Reader Number ${number}` : null,
        state: (['active', 'active', 'active', 'pending', 'left'] as const)[number % 5] ?? 'active',
        source: number % 2 ? 'footer' : 'signup_page',
        created_at: at.toISOString(),
        confirmed_at: at.toISOString(),
        left_at: null,
      }
    })
    await db.insertInto('subscribers').values(people).execute()
    const consents = people.map(({ id, email, source, created_at }) => ({
      id: newId(new Date(created_at)),
      subscriber_id: id,
      email,
      purpose: 'newsletter' as const,
      act: 'given' as const,
      wording: 'signup-2025-07-26',
      wording_hash: 'x',
      page: '/signup',
      source,
      method: 'form' as const,
      client_hash: null,
      at: created_at,
    }))
    await db.insertInto('consents').values(consents).execute()
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
