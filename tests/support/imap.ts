import { onTestFinished } from 'vitest'
import { openImap } from './imap-server.ts'

/** A mailbox for as long as a test runs. */
export async function startImap() {
  const imap = await openImap()
  onTestFinished(imap.stop)
  return imap
}
