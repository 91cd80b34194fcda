import type { Deps } from '#server/deps.ts'
import type { ProviderStatus } from './client.server.ts'
import { runSync } from './sync.server.ts'
import { takeEvent } from './webhook.server.ts'

export function providerJobs(deps: Deps) {
  return {
    'provider.sync': (payload: { syncId: string }) => runSync(deps, payload),
    'provider.event': (payload: { emails: string[]; status: ProviderStatus }) => takeEvent(deps, payload),
  }
}
