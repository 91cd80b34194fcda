import type { WordSet } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { type OwnerWords, valuesOf, wordsInput } from './contract.ts'
import { getWords, listVersions, listWords, saveWords } from './service.server.ts'

type PageOf = (set: WordSet, deps: Deps) => Promise<Pick<OwnerWords, 'path' | 'noPage'>>

/** `pageOf` says where the words of a set are seen at the moment. */
export function routes(deps: Deps, sets: readonly WordSet[], pageOf: PageOf): Route[] {
  const setAt = (c: AppContext): WordSet => {
    const set = sets.find(({ name }) => name === c.req.param('name'))
    if (!set) throw notThere()
    return set
  }
  const toOwner = async (set: WordSet): Promise<OwnerWords> => ({
    ...(await getWords(deps.db, set)),
    ...(await pageOf(set, deps)),
  })
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
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await toOwner(setAt(c))) },
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
        await saveWords(deps, setAt(c), values, version)
        return c.json(await toOwner(setAt(c)))
      },
    },
    {
      method: 'DELETE',
      path,
      access: 'owner',
      handle: async (c) => {
        const set = setAt(c)
        const { version } = await getWords(deps.db, set)
        await saveWords(deps, set, valuesOf(set), version)
        return c.json(await toOwner(set))
      },
    },
  ]
}

function notThere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}
