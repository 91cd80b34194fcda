import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { dropWorkingCopy, findWorkingCopy, keepWorkingCopy, listUnsaved, type Place } from './autosave.server.ts'
import { largestCopy, type WorkKind, workingCopyInput, workingCopyWriter, workKinds } from './contract.ts'

const all = '/api/owner/drafts/:kind'
const path = `${all}/:item`

export function routes(deps: Deps): Route[] {
  return [
    { method: 'GET', path: all, access: 'owner', handle: async (c) => c.json(await listUnsaved(deps, kindOf(c))) },
    // None is an answer like any other: most editors open without unsaved words.
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await findWorkingCopy(deps, placeOf(c))) },
    {
      method: 'PUT',
      path,
      access: 'owner',
      bodyMax: largestCopy,
      handle: async (c) => c.json(await keepWorkingCopy(deps, placeOf(c), await jsonBody(c, workingCopyInput))),
    },
    {
      method: 'DELETE',
      path,
      access: 'owner',
      handle: async (c) => {
        const query = c.req.query()
        await dropWorkingCopy(deps, placeOf(c), query.writer ? parse(workingCopyWriter, query) : null)
        return c.json({ message: 'The unsaved words are gone.' })
      },
    },
  ]
}

function kindOf(c: AppContext): WorkKind {
  const kind = workKinds.find((known) => known === c.req.param('kind'))
  if (!kind) throw nothingLikeThat()
  return kind
}

function placeOf(c: AppContext): Place {
  const itemId = c.req.param('item') ?? ''
  if (!/^[\w-]{1,64}$/.test(itemId)) throw nothingLikeThat()
  return { kind: kindOf(c), itemId }
}

function nothingLikeThat(): AppError {
  return new AppError('not_found', 'Nothing of that kind is written here.')
}
