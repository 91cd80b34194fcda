import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { bookInput, importInput, orderInput, rolesInput, shelfInput } from './contract.ts'
import { answerDrawing, answerSketch } from './drawn-covers.server.ts'
import { giveRoles, readRoles } from './roles.server.ts'
import {
  addBook,
  books,
  changeBook,
  getArcBook,
  getBook,
  getBookInFull,
  importBooks,
  listBooks,
  removeBook,
} from './service.server.ts'
import { changeShelf, listShelves, orderShelves } from './shelves.server.ts'

/** Eighty thousand characters, however they are escaped. */
const bodyMax = 1024 * 1024

export function routes(deps: Deps): Route[] {
  return [...readersRoutes(deps), ...ownersRoutes(deps), ...shelfRoutes(deps)]
}

function readersRoutes(deps: Deps): Route[] {
  const slug = (c: AppContext) => c.req.param('slug') ?? ''
  return [
    { method: 'GET', path: '/drawn/:file', access: 'public', handle: (c) => answerDrawing(deps, c) },
    { method: 'GET', path: '/api/books', access: 'public', handle: (c) => c.json(deps.site().books) },
    { method: 'GET', path: '/api/shelves', access: 'public', handle: (c) => c.json(deps.site().shelves) },
    { method: 'GET', path: '/api/books/:slug', access: 'public', handle: (c) => answerReader(deps, c) },
    {
      method: 'GET',
      path: '/api/arc/:slug',
      access: 'public',
      handle: async (c) => c.json(await getArcBook(deps, slug(c))),
    },
  ]
}

async function answerReader(deps: Deps, c: AppContext): Promise<Response> {
  const slug = c.req.param('slug') ?? ''
  const moved = await books.findMoved(deps.db, slug, deps.now())
  if (moved) return c.redirect(`/api/books/${moved}`, 308)
  return c.json(await getBookInFull(deps, slug))
}

function ownersRoutes(deps: Deps): Route[] {
  const all = '/api/owner/books'
  const one = `${all}/:id`
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    { method: 'GET', path: all, access: 'owner', handle: async (c) => c.json(await listBooks(deps)) },
    {
      method: 'POST',
      path: all,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await addBook(deps, await jsonBody(c, bookInput)), 201),
    },
    {
      method: 'POST',
      path: '/api/owner/book-import',
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json({ added: await importBooks(deps, (await jsonBody(c, importInput)).books) }, 201),
    },
    { method: 'GET', path: one, access: 'owner', handle: async (c) => c.json(await getBook(deps, id(c))) },
    {
      method: 'PUT',
      path: one,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await changeBook(deps, id(c), await jsonBody(c, bookInput))),
    },
    {
      method: 'DELETE',
      path: one,
      access: 'owner',
      handle: async (c) => {
        const leaves = await removeBook(deps, id(c))
        return c.json({ message: 'The book is in the bin. It can be restored for 30 days.', leaves })
      },
    },
    {
      method: 'POST',
      path: `${one}/restore`,
      access: 'owner',
      handle: async (c) => c.json(await books.restore(deps, id(c))),
    },
  ]
}

/** What is said of books together: their order, their series, and which are given away. */
function shelfRoutes(deps: Deps): Route[] {
  const readShelves = async () => ({ shelves: await listShelves(deps.db), roles: await readRoles(deps.db) })
  const change = (path: string, act: (c: AppContext) => Promise<void>): Route => ({
    method: 'PUT',
    path,
    access: 'owner',
    bodyMax,
    handle: async (c) => {
      await act(c)
      return c.json(await readShelves())
    },
  })
  return [
    { method: 'GET', path: '/api/owner/cover-sketch', access: 'owner', handle: (c) => answerSketch(deps, c) },
    { method: 'GET', path: '/api/owner/shelves', access: 'owner', handle: async (c) => c.json(await readShelves()) },
    change('/api/owner/shelves/order', async (c) => orderShelves(deps, await jsonBody(c, orderInput))),
    change('/api/owner/shelves/series', async (c) => changeShelf(deps, await jsonBody(c, shelfInput))),
    change('/api/owner/shelves/roles', async (c) => giveRoles(deps, await jsonBody(c, rolesInput))),
  ]
}
