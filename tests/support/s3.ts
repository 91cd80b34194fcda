import { onTestFinished } from 'vitest'
import { openS3 } from './s3-server.ts'

/** A store for as long as a test runs. */
export async function startS3() {
  const store = await openS3()
  onTestFinished(store.stop)
  return store
}
