import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

export const doubleOptIn = { env: { DOUBLE_OPT_IN: 'on' } }
export const singleOptIn = { env: { DOUBLE_OPT_IN: 'off' } }

export const signUp = (app: TestApp, body: Record<string, unknown>) => app.post('/api/newsletter/signup', body)
export const people = (app: TestApp) => app.db.selectFrom('subscribers').selectAll().execute()
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
