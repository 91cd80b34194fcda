import { recordEvent } from '#features/owner/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import type { TraceHolder } from '#server/traces.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { importInput, peopleFilter, peoplePage, tagsInput } from './contract.ts'
import { csvOf } from './export.server.ts'
import { checkImport } from './fates.server.ts'
import { importReaders } from './group.server.ts'
import { addPerson, getImport, type HasGiven, listImports, startImport, undoImport } from './import.server.ts'
import { addPersonInput, importPeopleInput, mostText } from './import-contract.ts'
import { erasePerson, everythingOf, getPerson, listPeople, setTags, stopWriting } from './records.server.ts'
import { listGroup } from './service.server.ts'

export function routes(deps: Deps, holders: readonly TraceHolder[], hasGiven: HasGiven): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  const group = '/api/voracious-readers-subscribers'
  return [
    { method: 'GET', path: group, access: 'owner', handle: async (c) => c.json(await listGroup(deps)) },
    {
      method: 'POST',
      path: group,
      access: 'owner',
      // Twenty thousand addresses of the longest kind.
      bodyMax: 8 * 1024 * 1024,
      handle: async (c) => c.json(await importReaders(deps, await jsonBody(c, importInput))),
    },
    {
      method: 'POST',
      path: '/api/owner/people',
      access: 'owner',
      handle: async (c) => c.json(await addPerson(deps, await jsonBody(c, addPersonInput)), 201),
    },
    {
      method: 'POST',
      path: '/api/owner/people/import',
      access: 'owner',
      // The largest text, each of its letters written out in full, and what is said about it.
      bodyMax: 2 * mostText,
      handle: async (c) => {
        const input = await jsonBody(c, importPeopleInput)
        return input.dryRun ? c.json(await checkImport(deps, input)) : c.json(await startImport(deps, input), 202)
      },
    },
    {
      method: 'GET',
      path: '/api/owner/people/imports',
      access: 'owner',
      handle: async (c) => c.json(await listImports(deps)),
    },
    {
      method: 'GET',
      path: '/api/owner/people/imports/:id',
      access: 'owner',
      handle: async (c) => c.json(await getImport(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/owner/people/imports/:id/undo',
      access: 'owner',
      handle: async (c) => c.json(await undoImport(deps, id(c), hasGiven)),
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers',
      access: 'owner',
      handle: async (c) => {
        const { cursor, ...filter } = parse(peoplePage, c.req.query())
        return c.json(await listPeople(deps, filter, cursor))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers.csv',
      access: 'owner',
      isFile: true,
      handle: (c) => csvOf(deps, parse(peopleFilter, c.req.query())),
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers/:id',
      access: 'owner',
      handle: async (c) => c.json(await getPerson(deps, holders, id(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers/:id/everything',
      access: 'owner',
      isFile: true,
      handle: async (c) => {
        const everything = await everythingOf(deps, holders, id(c))
        await recordEvent(deps.db, 'subscribers.exported', deps.now())
        return new Response(JSON.stringify(everything, null, 2), {
          headers: {
            'content-type': 'application/json',
            'content-disposition': 'attachment; filename="person.json"',
          },
        })
      },
    },
    {
      method: 'PUT',
      path: '/api/owner/subscribers/:id/tags',
      access: 'owner',
      handle: async (c) => c.json(await setTags(deps, holders, id(c), (await jsonBody(c, tagsInput)).tags)),
    },
    {
      method: 'POST',
      path: '/api/owner/subscribers/:id/stop',
      access: 'owner',
      handle: async (c) => c.json(await stopWriting(deps, holders, id(c))),
    },
    {
      method: 'DELETE',
      path: '/api/owner/subscribers/:id',
      access: 'owner',
      handle: async (c) => c.json(await erasePerson(deps, holders, id(c))),
    },
  ]
}
