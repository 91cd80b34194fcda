import { welcomeInput } from '#features/profile/contract.ts'
import { listOf } from '#features/profile/fields.ts'
import { welcome } from '#features/profile/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { formBody, jsonBody, parse } from '#server/validate.ts'
import type { Flash } from '#ui/site.ts'
import { samplePack } from './pack.server.ts'

const sample = samplePack?.profile ?? null

/** The first evening's one question, as a call. */
export function welcomeCall(deps: Deps): Route {
  return {
    method: 'POST',
    path: '/api/owner/welcome',
    access: 'owner',
    handle: async (c) => c.json(await welcome(deps, await jsonBody(c, welcomeInput), sample)),
  }
}

/** And as a plain form: it works without scripts, like the entrance before it. */
export function welcomeRoute(
  deps: Deps,
  show: (c: AppContext, status: number, flash: Flash) => Promise<Response>,
): Route {
  return {
    method: 'POST',
    path: deskPaths.welcome,
    access: 'owner',
    isPage: true,
    handle: async (c) => {
      const values = await formBody(c)
      try {
        await welcome(deps, parse(welcomeInput, { name: values.name, genres: listOf(values.genres ?? '') }), sample)
        return c.redirect(deskPaths.posts, 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { message, status, fields = {} } = error
        return show(c, status, { form: 'welcome', outcome: 'failed', message, fields, values })
      }
    },
  }
}
