import { onTestFinished } from 'vitest'
import { openMailerLite } from './mailerlite-server.ts'

/** The mailing provider's API for as long as a test runs. */
export async function startMailerLite(...options: Parameters<typeof openMailerLite>) {
  const provider = await openMailerLite(...options)
  onTestFinished(provider.stop)
  return provider
}
