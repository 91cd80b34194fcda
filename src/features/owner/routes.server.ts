import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { closeSession } from './sessions.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/auth/sign-out',
      access: 'public',
      handle: async (c) => {
        await closeSession(deps, c)
        return c.json({ message: 'You are signed out.' }, 200, { 'clear-site-data': '"cache"' })
      },
    },
    {
      method: 'GET',
      path: '/api/auth/session',
      access: 'owner',
      handle: async (c) => {
        const { email, totp_secret } = await deps.db.selectFrom('owners').selectAll().executeTakeFirstOrThrow()
        return c.json({ email, isTotpOn: totp_secret !== null })
      },
    },
  ]
}
