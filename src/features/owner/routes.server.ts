import type { Deps } from '#server/deps.ts'
import { scattered } from '#server/neighbours.ts'
import type { Route } from '#server/route-table.ts'
import type { Ailment } from '#server/storage-health.ts'
import { jsonBody } from '#server/validate.ts'
import { passwordAgain, passwordChange, setupInput, signInInput, totpProof } from './contract.ts'
import { signIn } from './entrance.server.ts'
import {
  beginTotp,
  changePassword,
  endTotp,
  getOwner,
  makeCodes,
  proveTotp,
  readSecurity,
  signOutEverywhere,
} from './security.server.ts'
import { closeSession, giveKeys, visitorOf } from './sessions.server.ts'
import { redeemTicket } from './setup.server.ts'

const noStore = { 'cache-control': 'no-store' }
/** Whatever this browser kept of the desk is dropped with the session. */
export const forgetAll = { ...noStore, 'clear-site-data': '"cache"' }

export function routes(deps: Deps): Route[] {
  return [...entranceRoutes(deps), ...securityRoutes(deps)]
}

/** The doors for whoever is not in yet. */
function entranceRoutes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/auth/sign-in',
      access: 'public',
      isEntrance: true,
      handle: async (c) => {
        giveKeys(deps, c, await signIn(deps, await jsonBody(c, signInInput), visitorOf(deps, c)))
        return c.json({ message: 'You are signed in.' }, 200, noStore)
      },
    },
    {
      method: 'POST',
      path: '/api/auth/setup',
      access: 'public',
      isEntrance: true,
      handle: async (c) => {
        giveKeys(deps, c, await redeemTicket(deps, await jsonBody(c, setupInput), visitorOf(deps, c)))
        return c.json({ message: 'You are signed in.' }, 201, noStore)
      },
    },
    {
      method: 'POST',
      path: '/api/auth/sign-out',
      access: 'public',
      isEntrance: true,
      handle: async (c) => {
        await closeSession(deps, c)
        return c.json({ message: 'You are signed out.' }, 200, forgetAll)
      },
    },
    {
      method: 'GET',
      path: '/api/auth/session',
      access: 'owner',
      handle: async (c) => {
        const { email, totp_secret } = await getOwner(deps)
        return c.json({ email, isTotpOn: totp_secret !== null, warning: warningFor(deps) })
      },
    },
  ]
}

/** What the owner is told on every page of the desk. */
const warnings: Record<Ailment, string> = {
  away: 'The site could not reach its database a moment ago. Please load this page again.',
  full: 'The disk is full. Nothing new from readers is kept and no letter leaves until there is room: delete what is not needed on the server, or ask whoever runs it.',
  unwritable:
    'The site may not write to its data folder. What is there is safe and your pages go on, but nothing new is kept: nothing readers send, nothing you save, and no letter leaves. Whoever looks after the server can give the site its right to write back; then it goes on by itself.',
  damaged:
    'The database is damaged, and some of it cannot be read. Whoever looks after the server can stop the site and bring your last backup back; the guide says how, and nothing is deleted by it.',
}

function warningFor({ health, hasNeighbours }: Deps): string | null {
  const ailment = health.ailment()
  if (ailment) return warnings[ailment]
  return hasNeighbours() ? scattered : null
}

const base = '/api/owner/security'

/** The settings of the account. All that changes them asks for the password again, or for a code. */
function securityRoutes(deps: Deps): Route[] {
  const door = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path: base + path,
    access: 'owner',
    handle,
  })
  return [
    door('GET', '', async (c) => c.json(await readSecurity(deps, visitorOf(deps, c)))),
    door('PUT', '/password', async (c) => {
      giveKeys(deps, c, await changePassword(deps, await jsonBody(c, passwordChange), visitorOf(deps, c)))
      return c.json({ message: 'Your password is changed.' })
    }),
    door('POST', '/totp', async (c) => {
      const { password } = await jsonBody(c, passwordAgain)
      return c.json(await beginTotp(deps, password, visitorOf(deps, c)))
    }),
    door('PUT', '/totp', async (c) => {
      const { code } = await jsonBody(c, totpProof)
      return c.json(await proveTotp(deps, code, visitorOf(deps, c)))
    }),
    door('DELETE', '/totp', async (c) => {
      const { password } = await jsonBody(c, passwordAgain)
      await endTotp(deps, password, visitorOf(deps, c))
      return c.json({ message: 'The authenticator is off.' })
    }),
    door('POST', '/recovery-codes', async (c) => {
      const { password } = await jsonBody(c, passwordAgain)
      return c.json(await makeCodes(deps, password, visitorOf(deps, c)), 201)
    }),
    door('DELETE', '/sessions', async (c) => {
      await signOutEverywhere(deps, visitorOf(deps, c))
      await closeSession(deps, c)
      return c.json({ message: 'You are signed out everywhere.' }, 200, forgetAll)
    }),
  ]
}
