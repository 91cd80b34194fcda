import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import type { Block } from './contract.ts'
import { type Work, withBody } from './works.server.ts'

/** Half a million characters, however they are escaped. */
const bodyMax = 4 * 1024 * 1024

/** What else goes with one that is read, known from its words as they are set. */
type More = (body: readonly Block[]) => Promise<object>

/** A reader's door to one of them. */
export function oneForReaders(deps: Deps, work: Work, more?: More): Route {
  const path = `/api${work.path}/:slug`
  return { method: 'GET', path, access: 'public', handle: (c) => answerReader(deps, work, c, more) }
}

/** The doors every kind of work has, at its own address. */
export function workRoutes(deps: Deps, work: Work): Route[] {
  const all = `/api${work.path}`
  const one = `${all}/:id`
  const owners = `/api/owner${work.path}`
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: all,
      access: 'public',
      handle: async (c) => c.json(await work.listOut(deps.db, deps.now())),
    },
    oneForReaders(deps, work),
    { method: 'GET', path: owners, access: 'owner', handle: async (c) => c.json(await work.list(deps)) },
    {
      method: 'GET',
      path: `${owners}/:id`,
      access: 'owner',
      handle: async (c) => c.json(await work.get(deps, id(c))),
    },
    {
      method: 'POST',
      path: all,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await work.create(deps, await jsonBody(c, work.input)), 201),
    },
    {
      method: 'PUT',
      path: one,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await work.update(deps, id(c), await jsonBody(c, work.input))),
    },
    {
      method: 'DELETE',
      path: one,
      access: 'owner',
      handle: async (c) => {
        await work.throwAway(deps, id(c))
        return c.json({ message: `The ${work.kind} is in the bin. It can be restored for 30 days.` })
      },
    },
    {
      method: 'POST',
      path: `${owners}/:id/restore`,
      access: 'owner',
      handle: async (c) => c.json(await work.restore(deps, id(c))),
    },
  ]
}

async function answerReader({ db, now }: Deps, work: Work, c: AppContext, more?: More): Promise<Response> {
  const slug = c.req.param('slug') ?? ''
  const found = await work.findOut(db, slug, now())
  if (found) {
    const read = await withBody(db, found)
    return c.json({ ...read, ...(await more?.(read.body)) })
  }
  const moved = await work.findMoved(db, slug, now())
  if (moved) return c.redirect(`/api${work.path}/${moved}`, 308)
  throw work.notThere()
}
