import { devAssets } from '#app/assets.server.ts'
import { createHttpApp, siteHeaders } from '#app/http.server.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'

type Options = { env?: Record<string, string>; today?: string; isStopping?: boolean }

/** The whole site in process, with a clock that can be set and a log that can be read. */
export function createTestApp({ env = {}, today = '2026-01-15', isStopping = false }: Options = {}) {
  const settings: Env = readEnv({ SITE_URL: 'https://author.example', ...env })
  const logged: string[] = []
  const now = () => new Date(`${today}T12:00:00Z`)
  const headers = siteHeaders(settings.siteUrl)
  const pageCache = createPageCache({ now: () => now().getTime() })
  const app = createHttpApp({
    deps: { env: settings, log: createLog((line) => logged.push(line), now), now, isStopping: () => isStopping },
    assets: devAssets,
    pageCache,
    headers,
  })
  const request = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    app.request(path, { ...init, headers: { host: new URL(settings.siteUrl).host, ...init.headers } })
  return { app, request, logged, pageCache, headers, env: settings }
}
