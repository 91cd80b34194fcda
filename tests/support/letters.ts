import { onTestFinished } from 'vitest'
import type { startSmtp } from './smtp.ts'
import { createTestApp } from './test-app.ts'

export type Smtp = Awaited<ReturnType<typeof startSmtp>>
type TestApp = Awaited<ReturnType<typeof createTestApp>>

export const halfMinute = 30_000
export const hour = 3_600_000
export const day = 24 * hour

export const ownerAddress = 'owner@author.example'

/** A site that brings its letters to this mail server. */
export async function openWithMail(smtp: Smtp, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({
    env: {
      SMTP_URL: smtp.url,
      OWNER_EMAIL: ownerAddress,
      MAIL_FROM: 'letters@author.example',
      RATE_LIMIT: 'off',
      ...env,
    },
  })
  onTestFinished(() => app.deps.mailer?.close())
  return app
}

export const states = async (app: TestApp) => (await app.letters()).map(({ state }) => state)
export const jobs = (app: TestApp) => app.db.selectFrom('jobs').selectAll().execute()
