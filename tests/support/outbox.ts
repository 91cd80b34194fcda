import type { Letter, LetterSummary, Outbox } from '#features/outbox/contract.ts'
import { aMessage } from './contact.ts'
import { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** A site without a mail server, unless one is named, and its owner in front of her outbox. */
export async function openOutbox(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', ...env } })
  return { app, ...(await deskOf(app)) }
}

export async function deskOf(app: TestApp) {
  const owner = await app.asOwner()
  return {
    owner,
    outbox: async (search = ''): Promise<Outbox> => (await owner.request(`/api/owner/outbox${search}`)).json(),
    letter: async (id = ''): Promise<Letter> => (await owner.request(`/api/owner/outbox/${id}`)).json(),
  }
}

/** Writes so many letters, one for each message, the first of them first. */
export async function write(app: TestApp, count: number) {
  for (let number = 1; number <= count; number++) {
    await app.post('/api/contact', { ...aMessage, message: `Message number ${number} of them.` })
    app.passTime(1_000)
  }
}

export async function setState(app: TestApp, state: LetterSummary['state'], error: string | null = null) {
  await app.db.updateTable('letters').set({ state, error }).execute()
  const [row] = await app.letters()
  return row?.id ?? ''
}
