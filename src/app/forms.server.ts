import { sendFresh } from '#features/campaigns/single.server.ts'
import { contactInput } from '#features/contact/contract.ts'
import { sendMessage } from '#features/contact/service.server.ts'
import { findLinkAddress } from '#features/downloads/traces.server.ts'
import { noteDeparture } from '#features/letters/links.server.ts'
import { arcSource, signupInput } from '#features/newsletter/contract.ts'
import { confirmSubscription, isConfirmed, requestSignup } from '#features/newsletter/service.server.ts'
import { hasLeft, leaveByLink } from '#features/people/leaving.server.ts'
import { paths } from '#lib/paths.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { formBody, parse } from '#server/validate.ts'
import type { Flash } from '#ui/site.ts'

type Values = Record<string, string>
type ShowPage = (path: string, status: number, flash: Flash) => Promise<Response>

/** The same forms without scripts: what they came to is written into their own page, with every word still in place. */
export function formRoutes(deps: Deps, showPage: ShowPage): Route[] {
  const address = (c: AppContext) => clientAddress(c, deps.env.trustedProxies)
  const form = (path: string, name: string, act: (c: AppContext, values: Values) => Promise<unknown>): Route => ({
    method: 'POST',
    path,
    access: 'public',
    bodyMax: 64 * 1024,
    handle: async (c) => {
      const values = await formBody(c)
      try {
        await act(c, values)
        return showPage(c.req.path, 200, { form: name, outcome: 'done', confirm: deps.env.isDoubleOptIn })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { message, fields = {} } = error
        return showPage(c.req.path, error.status, { form: name, outcome: 'failed', message, fields, values })
      }
    },
  })
  /** Where scripts run, the tracker tells of it. What the trap has caught was never taken. */
  const note = (c: AppContext, values: Values, ...events: string[]) => {
    if (!values.company_url) for (const event of events) deps.noteEvent(event, c.req.raw.headers)
  }
  const signup = (c: AppContext, values: Values) =>
    requestSignup(deps, parse(signupInput, fromForm(values)), address(c))

  return [
    form(paths.signup, 'signup', async (c, values) => {
      await signup(c, values)
      note(c, values, 'signup')
    }),
    ...[paths.arc, paths.arcOf(':slug')].map((path) =>
      form(path, 'arc', async (c, values) => {
        await signup(c, { ...values, source: arcSource, page: c.req.path })
        note(c, values, 'arc_request', ...(values.newsletter ? ['signup'] : []))
      }),
    ),
    form(paths.contact, 'contact', async (c, values) => {
      await sendMessage(deps, parse(contactInput, values), address(c))
      note(c, values, 'contact_sent')
    }),
    {
      ...form('/confirm/:token', 'confirm', (c) => confirmSubscription(deps, c.req.param('token') ?? '')),
      // The link's page sends no referrer, so that nobody learns the token; some browsers then name no origin either.
      isForAnySite: true,
    },
    { ...form('/get/:token', 'fresh', (c) => sendFresh(deps, c.req.param('token') ?? '')), isForAnySite: true },
    unsubscribeRoute(deps, showPage),
  ]
}

/** What the link of a letter has done already: its page says so and does not ask again. */
export async function doneBefore(deps: Deps, path: string): Promise<Flash | undefined> {
  const [, form = '', token = ''] = path.split('/')
  const isDone =
    (form === 'confirm' && (await isConfirmed(deps, token))) ||
    (form === 'unsubscribe' && (await hasLeft(deps, token, findLinkAddress)))
  return isDone ? { form, outcome: 'done', wasBefore: true } : undefined
}

/** A box that was ticked arrives as `on`; one that was not does not arrive at all. */
function fromForm({ newsletter, ...values }: Values) {
  return { ...values, newsletter: newsletter !== undefined }
}

/** Takes both: the button on our page, and a mail program's one click, which wants a bare 200 and no page. */
function unsubscribeRoute(deps: Deps, showPage: ShowPage): Route {
  const unsubscribe = async (c: AppContext, token: string, method: 'letter' | 'one-click') => {
    const wasBefore = await hasLeft(deps, token, findLinkAddress)
    await leaveByLink(deps, token, { method, page: '/unsubscribe' }, findLinkAddress)
    if (!wasBefore) await noteDeparture(deps, c.req.query('letter') ?? '')
  }
  return {
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'public',
    isForAnySite: true,
    handle: async (c) => {
      const isOneClick = (await c.req.text()).includes('One-Click')
      const token = c.req.param('token') ?? ''
      if (isOneClick) {
        await unsubscribe(c, token, 'one-click')
        return c.text('You have left the list.')
      }
      try {
        await unsubscribe(c, token, 'letter')
        return showPage(c.req.path, 200, { form: 'unsubscribe', outcome: 'done' })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { status, message } = error
        return showPage(c.req.path, status, { form: 'unsubscribe', outcome: 'failed', message, fields: {}, values: {} })
      }
    },
  }
}
