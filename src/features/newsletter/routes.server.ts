import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { longestPage, signupInput } from './contract.ts'
import { requestSignup } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/newsletter/signup',
      access: 'public',
      handle: async (c) => {
        const wish = { ...besideTheBody(c), ...(await jsonBody(c, signupInput)) }
        return c.json(await requestSignup(deps, wish, clientAddress(c, deps.env.trustedProxies)))
      },
    },
  ]
}

/** What our own forms say about themselves: their wording, which of them it is, and the page it stood on. */
function besideTheBody(c: AppContext) {
  return {
    wording: c.req.header('x-wording'),
    source: c.req.header('x-source'),
    page: c.req.header('x-page')?.slice(0, longestPage),
  }
}
