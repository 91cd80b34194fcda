import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { dropWorkingCopy, findWorkingCopy, keepWorkingCopy, listUnsaved, type Place } from './autosave.server.ts'
import { emptyOf, listBin } from './bin.server.ts'
import {
  type DraftKind,
  draftKinds,
  largestCopy,
  readingLinkInput,
  sampleRemoval,
  workingCopyInput,
  workingCopyWriter,
} from './contract.ts'
import { closeReadingLink, listReadingLinks, makeReadingLink } from './reading-links.server.ts'
import { removeSamples } from './samples.server.ts'
import type { Work } from './works.server.ts'

/**
 * The doors of the writing room that are the same for all kinds of work: these name the kind in their address. Of the
 * `readings` somebody may be shown one before it is out.
 */
export function routes(deps: Deps, works: readonly Work[], readings: readonly Work[]): Route[] {
  return [
    ...autosaveRoutes(deps),
    ...binRoutes(deps, works),
    ...sampleRoutes(deps, works),
    ...versionRoutes(deps, works),
    ...readingLinkRoutes(deps, readings),
  ]
}

function autosaveRoutes(deps: Deps): Route[] {
  const all = '/api/owner/drafts/:kind'
  const path = `${all}/:item`
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

/** What was thrown away, and the only way to end it before its time. Each kind is restored by a call of its own. */
function binRoutes(deps: Deps, works: readonly Work[]): Route[] {
  return [
    { method: 'GET', path: '/api/owner/bin', access: 'owner', handle: async (c) => c.json(await listBin(deps, works)) },
    {
      method: 'DELETE',
      path: '/api/owner/bin/:kind/:id',
      access: 'owner',
      handle: async (c) => {
        await emptyOf(deps, workAt(c, works), c.req.param('id') ?? '')
        return c.json({ message: 'It is gone for good.' })
      },
    },
  ]
}

/** Samples go to the bin, where they can be taken out again: those of one kind, and of these the ones that are named. */
function sampleRoutes(deps: Deps, works: readonly Work[]): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/owner/samples/:kind/remove',
      access: 'owner',
      handle: async (c) => {
        const { ids } = await jsonBody(c, sampleRemoval)
        return c.json({ removed: await removeSamples(deps, workAt(c, works), ids) })
      },
    },
  ]
}

/** What a work was like after each of its saves. */
function versionRoutes(deps: Deps, works: readonly Work[]): Route[] {
  const all = '/api/owner/versions/:kind/:item'
  return [
    {
      method: 'GET',
      path: all,
      access: 'owner',
      handle: async (c) => c.json(await workAt(c, works).listVersions(deps, itemOf(c))),
    },
    {
      method: 'GET',
      path: `${all}/:version`,
      access: 'owner',
      handle: async (c) => c.json(await workAt(c, works).getVersion(deps, itemOf(c), versionOf(c))),
    },
  ]
}

/** Links by which somebody may read what is not out yet. */
function readingLinkRoutes(deps: Deps, works: readonly Work[]): Route[] {
  const path = '/api/owner/reading-links/:kind/:item'
  const place = async (c: AppContext) => {
    const work = workAt(c, works)
    await work.insistOn(deps.db, itemOf(c))
    return { kind: work.kind, itemId: itemOf(c) }
  }
  return [
    {
      method: 'GET',
      path,
      access: 'owner',
      handle: async (c) => c.json(await listReadingLinks(deps, await place(c))),
    },
    {
      method: 'POST',
      path,
      access: 'owner',
      handle: async (c) => {
        const { days } = await jsonBody(c, readingLinkInput)
        return c.json(await makeReadingLink(deps, await place(c), days), 201)
      },
    },
    {
      method: 'DELETE',
      path: '/api/owner/reading-links/:id',
      access: 'owner',
      handle: async (c) => {
        await closeReadingLink(deps, c.req.param('id') ?? '')
        return c.json({ message: 'The link is closed.' })
      },
    },
  ]
}

function itemOf(c: AppContext): string {
  return c.req.param('item') ?? ''
}

/** Anything but a number that both engines know is the number of no version. */
function versionOf(c: AppContext): number {
  const text = c.req.param('version') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}

function kindOf(c: AppContext): DraftKind {
  const kind = draftKinds.find((known) => known === c.req.param('kind'))
  if (!kind) throw nothingLikeThat()
  return kind
}

function placeOf(c: AppContext): Place<DraftKind> {
  const itemId = c.req.param('item') ?? ''
  if (!/^[\w-]{1,64}$/.test(itemId)) throw nothingLikeThat()
  return { kind: kindOf(c), itemId }
}

function nothingLikeThat(): AppError {
  return new AppError('not_found', 'Nothing of that kind is written here.')
}

/** One of the kinds that are kept here; anything else is nothing we know. */
function workAt(c: AppContext, works: readonly Work[]): Work {
  const work = works.find(({ kind }) => kind === c.req.param('kind'))
  if (!work) throw new AppError('not_found', 'Nothing of that kind is kept here.')
  return work
}
