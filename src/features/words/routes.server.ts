import type { WordSet } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { valuesOf, wordsInput } from './contract.ts'
import { getWords, listVersions, listWords, saveWords } from './service.server.ts'

export function routes(deps: Deps, sets: readonly WordSet[]): Route[] {
  const setAt = (c: AppContext): WordSet => {
    const set = sets.find(({ name }) => name === c.req.param('name'))
    if (!set) throw notThere()
    return set
  }
  const path = '/api/owner/pages/:name'
  return [
    {
      method: 'GET',
      path: '/api/pages/:name',
      access: 'public',
      handle: (c) => {
        const words = sets.some(({ name, kind }) => kind === 'page' && name === c.req.param('name'))
          ? deps.site().words(c.req.param('name') ?? '')
          : null
        if (!words) throw notThere()
        return c.json(words)
      },
    },
    {
      method: 'GET',
      path: '/api/owner/pages',
      access: 'owner',
      handle: async (c) => c.json(await listWords(deps.db, sets)),
    },
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await getWords(deps.db, setAt(c))) },
    {
      method: 'GET',
      path: `${path}/versions`,
      access: 'owner',
      handle: async (c) => c.json(await listVersions(deps.db, setAt(c))),
    },
    {
      method: 'PUT',
      path,
      access: 'owner',
      bodyMax: 1024 * 1024,
      handle: async (c) => {
        const { values, version } = await jsonBody(c, wordsInput)
        return c.json(await saveWords(deps, setAt(c), values, version))
      },
    },
    {
      method: 'DELETE',
      path,
      access: 'owner',
      handle: async (c) => {
        const set = setAt(c)
        const { version } = await getWords(deps.db, set)
        return c.json(await saveWords(deps, set, valuesOf(set), version))
      },
    },
  ]
}

function notThere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}
