import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

export const doubleOptIn = { env: { DOUBLE_OPT_IN: 'on' } }
export const singleOptIn = { env: { DOUBLE_OPT_IN: 'off' } }

export const signUp = (app: TestApp, body: Record<string, unknown>) => app.post('/api/newsletter/signup', body)
/** Everybody who has asked for the newsletter, with how she stands there. */
export async function people(app: TestApp) {
  const rows = await app.db
    .selectFrom('people as p')
    .innerJoin('memberships as m', 'm.person_id', 'p.id')
    .where('m.list', '=', 'newsletter')
    .select(['p.id', 'p.email', 'p.name', 'p.left_at', 'm.source', 'm.confirmed_at', 'm.state'])
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, state: row.left_at === null ? state : ('left' as const) }))
}
export const consents = (app: TestApp) => app.db.selectFrom('consents').selectAll().orderBy('id').execute()

export const confirmPath = (app: TestApp) =>
  linkIn(app, 'newsletter.confirm', /https:\/\/author\.example(\/confirm\/\S+)/)
export const leavePath = (app: TestApp, kind = 'newsletter.welcome') =>
  linkIn(app, kind, /https:\/\/author\.example(\/unsubscribe\/\S+)/)

/** Someone on the list, with the way out from her welcome letter. */
export async function joined(app: TestApp, email = 'reader@home.example') {
  await signUp(app, { email })
  await app.work()
  await app.postForm(await confirmPath(app), {})
}

async function linkIn(app: TestApp, kind: string, pattern: RegExp): Promise<string> {
  const letter = (await app.letters()).findLast((candidate) => candidate.kind === kind)
  return letter?.text.match(pattern)?.[1] ?? ''
}
