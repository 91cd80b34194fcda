import type { WordSet } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { type OwnerWords, valuesOf, wordsInput } from './contract.ts'
import { getWords, listVersions, listWords, saveWords } from './service.server.ts'

/** A set that is not the site's but that of one thing in it. */
type SetOf = (deps: Deps, name: string) => Promise<WordSet | null>
type PageOf = (set: WordSet, deps: Deps) => Promise<Pick<OwnerWords, 'path' | 'noPage'>>

/** `pageOf` says where the words of a set are seen at the moment. */
export function routes(deps: Deps, sets: readonly WordSet[], setOf: SetOf, pageOf: PageOf): Route[] {
  const setAt = async (c: AppContext): Promise<WordSet> => {
    const asked = c.req.param('name') ?? ''
    const set = sets.find(({ name }) => name === asked) ?? (await setOf(deps, asked))
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
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await toOwner(await setAt(c))) },
    {
      method: 'GET',
      path: `${path}/versions`,
      access: 'owner',
      handle: async (c) => c.json(await listVersions(deps.db, await setAt(c))),
    },
    {
      method: 'PUT',
      path,
      access: 'owner',
      bodyMax: 1024 * 1024,
      handle: async (c) => {
        const { values, version } = await jsonBody(c, wordsInput)
        await saveWords(deps, await setAt(c), values, version)
        return c.json(await toOwner(await setAt(c)))
      },
    },
    {
      method: 'DELETE',
      path,
      access: 'owner',
      handle: async (c) => {
        const set = await setAt(c)
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
