import { onTestFinished } from 'vitest'
import { openSmtp } from './smtp-server.ts'

/** A mail server for as long as a test runs. */
export async function startSmtp(...options: Parameters<typeof openSmtp>) {
  const smtp = await openSmtp(...options)
  onTestFinished(smtp.stop)
  return smtp
}
