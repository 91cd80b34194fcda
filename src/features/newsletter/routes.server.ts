import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { signupInput } from './contract.ts'
import { requestSignup } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/newsletter/signup',
      access: 'public',
      handle: async (c) => {
        const wish = { ...(await jsonBody(c, signupInput)), wording: c.req.header('x-wording') }
        return c.json(await requestSignup(deps, wish, clientAddress(c, deps.env.trustedProxies)))
      },
    },
  ]
}
