import { onTestFinished } from 'vitest'
import { openDns } from './dns-server.ts'

/** A name server for as long as a test runs. */
export async function startDns(...options: Parameters<typeof openDns>) {
  const dns = await openDns(...options)
  onTestFinished(dns.stop)
  return dns
}
