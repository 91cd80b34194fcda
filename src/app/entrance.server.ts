import { setupInput, signInInput } from '#features/owner/contract.ts'
import { findOwner, signIn } from '#features/owner/entrance.server.ts'
import { nextRoom, signOutAction } from '#features/owner/entrance.ts'
import { forgetAll } from '#features/owner/routes.server.ts'
import { closeSession, findSession, giveKeys, visitorOf } from '#features/owner/sessions.server.ts'
import { findTicket, redeemTicket } from '#features/owner/setup.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { formBody, parse } from '#server/validate.ts'
import type { Flash } from '#ui/site.ts'

type Values = Record<string, string>
type Show = (c: AppContext, status: number, flash?: Flash) => Promise<Response>

/** The owner's entrance as pages and plain forms: it opens without scripts, too. */
export function entranceRoutes(deps: Deps, show: Show): Route[] {
  const door = (method: 'GET' | 'POST', path: string, handle: Route['handle']): Route => ({
    method,
    path,
    access: 'public',
    isEntrance: true,
    handle,
  })
  return [
    door('GET', deskPaths.signIn, async (c) => {
      const isInside = await findSession(deps, c)
      return isInside ? leadTo(c, nextRoom(c.req.query('next'))) : show(c, 200)
    }),
    door('POST', deskPaths.signIn, (c) =>
      answerForm(c, show, { form: 'sign-in', values: {} }, async (typed) => {
        giveKeys(deps, c, await signIn(deps, parse(signInInput, typed), visitorOf(deps, c)))
        return leadTo(c, nextRoom(c.req.query('next')))
      }),
    ),
    door('POST', signOutAction, async (c) => {
      await closeSession(deps, c)
      return leadTo(c, deskPaths.signIn, forgetAll)
    }),
    door('GET', deskPaths.setup, async (c) => {
      const values = await openedBy(deps, tokenOf(c))
      return values ? show(c, 200, { form: 'setup', outcome: 'opened', values }) : showClosed(deps, c, show)
    }),
    door('POST', deskPaths.setup, async (c) => {
      const token = tokenOf(c)
      const values = await openedBy(deps, token)
      if (!values) return showClosed(deps, c, show)
      return answerForm(c, show, { form: 'setup', values }, async ({ clearTotp, ...typed }) => {
        const input = parse(setupInput, { ...typed, token, clearTotp: clearTotp !== undefined })
        giveKeys(deps, c, await redeemTicket(deps, input, visitorOf(deps, c)))
        return leadTo(c, values.kind === 'setup' ? deskPaths.welcome : deskPaths.posts)
      })
    }),
  ]
}

function leadTo(c: AppContext, path: string, headers: Values = { 'cache-control': 'no-store' }): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return c.redirect(path, 303)
}

/** What went wrong is written into the form's own page with her words still in it, but never what opens anything. */
async function answerForm(
  c: AppContext,
  show: Show,
  page: { form: string; values: Values },
  act: (typed: Values) => Promise<Response>,
): Promise<Response> {
  const typed = await formBody(c)
  try {
    return await act(typed)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, status, fields = {} } = error
    const { password, code, ...words } = typed
    const values = { ...words, ...page.values }
    const answer = await show(c, status, { form: page.form, outcome: 'failed', message, fields, values })
    for (const [name, value] of Object.entries(error.headers)) answer.headers.set(name, value)
    return answer
  }
}

/** What a link opens: the kind, and whose password it resets. */
async function openedBy(deps: Deps, token: string): Promise<Values | null> {
  const ticket = await findTicket(deps, token)
  if (!ticket) return null
  const owner = await findOwner(deps.db)
  return { kind: ticket.kind, ...(owner ? { email: owner.email } : {}) }
}

/** Before there is an owner the page says where the link is to be found; afterwards there is no such page. */
async function showClosed({ db }: Deps, c: AppContext, show: Show): Promise<Response> {
  const isWaiting = tokenOf(c) === '' && (await findOwner(db)) === null
  return show(c, isWaiting ? 200 : 404)
}

function tokenOf(c: AppContext): string {
  return c.req.query('token') ?? ''
}
