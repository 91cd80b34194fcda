import { onTestFinished } from 'vitest'
import { openMailerLite } from './mailerlite-server.ts'
import { createTestApp } from './test-app.ts'

/** The mailing provider's API for as long as a test runs. */
export async function startMailerLite(...options: Parameters<typeof openMailerLite>) {
  const provider = await openMailerLite(...options)
  onTestFinished(provider.stop)
  return provider
}

export const readers = (count: number) =>
  Array.from({ length: count }, (_, number) => `reader${number}@home.example`).sort()

/** A site with a provider beside it, and some readers in the group. */
export async function connectMailerLite({ key = 'a-key', count = 3 } = {}) {
  const provider = await startMailerLite()
  const app = await createTestApp({ env: { MAILERLITE_API_KEY: key, MAILERLITE_API_URL: `${provider.url}/` } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(count), basis: 'Asked at a reading' })
  /** Done, or kept waiting by the provider: on a busy machine the first answer comes before that. */
  const sync = async () => {
    let result = await (await owner.post('/api/mailerlite/sync-voracious-readers')).json()
    while (result.pending > 0 && !result.trouble) {
      await app.work()
      result = await (await owner.request(`/api/owner/provider/syncs/${result.syncId}`)).json()
    }
    return result
  }
  const group = async () => (await (await owner.request('/api/voracious-readers-subscribers')).json()).subscribers
  return { provider, app, owner, sync, group }
}
