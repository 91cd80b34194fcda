import { listGroupNames } from '#features/mailing-provider/service.server.ts'
import { insistOnPassword } from '#features/owner/entrance.server.ts'
import { clientOf, recordEvent } from '#features/owner/service.server.ts'
import { visitorOf } from '#features/owner/sessions.server.ts'
import { type Arrival, confirmAddress, findAsked } from '#features/settings/new-address.server.ts'
import { routes } from '#features/settings/routes.server.ts'
import type { OwnersHand } from '#features/settings/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import type { Flash } from '#ui/site.ts'

/** The settings of the site. What they need of the owner's entrance and of the mailing provider is handed in here. */
export function settingsRoutes(deps: Deps): Route[] {
  return routes(deps, { handOf: (c) => handOf(deps, c), askProvider: (key) => listGroupNames(deps, key) })
}

function handOf(deps: Deps, c: AppContext): OwnersHand {
  const visitor = visitorOf(deps, c)
  return {
    insistOnPassword: async (password) => void (await insistOnPassword(deps, { password, field: 'password' }, visitor)),
    record: async (tx, what) => recordEvent(tx, what, deps.now(), await clientOf({ ...deps, db: tx }, visitor)),
  }
}

type Show = (c: AppContext, status: number, flash?: Flash) => Promise<Response>

/**
 * Where the link to a new address leads, under that very address: her session is not known there, so the link is the
 * proof. Only the button changes anything, and it works without scripts.
 */
export function newAddressRoutes(deps: Deps, show: Show): Route[] {
  const door = { path: deskPaths.newAddress, access: 'public', isEntrance: true, isForAnySite: true } as const
  const form = 'new-address'
  return [
    {
      ...door,
      method: 'GET',
      handle: async (c) => {
        const asked = await findAsked(deps, arrivalOf(c))
        if (!asked) return show(c, 404)
        const values = { address: asked.url, ...(asked.isHere ? { isHere: 'yes' } : {}) }
        return show(c, 200, { form, outcome: 'opened', values })
      },
    },
    {
      ...door,
      method: 'POST',
      handle: async (c) => {
        try {
          await confirmAddress(deps, arrivalOf(c), handOf(deps, c))
          return await show(c, 200, { form, outcome: 'done' })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const { message, status } = error
          return show(c, status, { form, outcome: 'failed', message, fields: {}, values: {} })
        }
      },
    },
  ]
}

function arrivalOf(c: AppContext): Arrival {
  return { token: c.req.query('token') ?? '', host: c.req.header('host'), origin: c.req.header('origin') }
}
