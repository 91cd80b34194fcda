import { onTestFinished } from 'vitest'
import type { Settings, TestResult } from '#features/settings/contract.ts'
import { ownerPassword, setUpOwner } from './browser.ts'
import { createTestApp } from './test-app.ts'

/** Whoever asks the provider finds nobody, instead of the real one. */
const open = { SITE_URL: '', RATE_LIMIT: 'off', MAILERLITE_API_URL: 'http://127.0.0.1:9' }

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** A site whose environment leaves everything open, and its owner at her desk. */
export async function openSettingsRoom(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { ...open, ...env } })
  onTestFinished(() => app.deps.mailer?.close())
  const owner = await setUpOwner(app)
  const put = (fields: object) => owner.put('/api/owner/settings', fields)
  return {
    app,
    owner,
    put,
    read: async (): Promise<Settings> => (await owner.get('/api/owner/settings')).json(),
    /** with her password, which most of them ask for */
    save: async (fields: object): Promise<Settings> => {
      const response = await put({ password: ownerPassword, ...fields })
      if (response.status !== 200) throw new Error(await response.text())
      return response.json()
    },
    sendTest: async (fields: object = {}): Promise<TestResult> =>
      (await owner.post('/api/owner/settings/test-mail', fields)).json(),
  }
}

/** Another process of the same site, on the same database. */
export async function openNode(first: TestApp, env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { ...open, ...env }, beside: first })
  onTestFinished(() => app.deps.mailer?.close())
  return app
}

export async function faultsOf(response: Response): Promise<{ status: number; fields: Record<string, string> }> {
  const { fields = {} } = await response.json()
  return { status: response.status, fields }
}
