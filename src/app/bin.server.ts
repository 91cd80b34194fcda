import { deletePostForGood, listThrownAwayPosts } from '#features/blog/service.server.ts'
import { deleteStoryForGood, listThrownAwayStories } from '#features/stories/service.server.ts'
import { dropWorkingCopy } from '#features/writing/autosave.server.ts'
import { type BinItem, type WorkKind, workKinds } from '#features/writing/contract.ts'
import { goneAt } from '#server/bin.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'

const deleteForGood = { post: deletePostForGood, story: deleteStoryForGood }

/** What was thrown away, and the only way to end it before its time. Each kind is restored by a call of its own. */
export function binRoutes(deps: Deps): Route[] {
  return [
    { method: 'GET', path: '/api/owner/bin', access: 'owner', handle: async (c) => c.json(await listBin(deps)) },
    {
      method: 'DELETE',
      path: '/api/owner/bin/:kind/:id',
      access: 'owner',
      handle: async (c) => {
        await emptyOf(deps, kindOf(c), c.req.param('id') ?? '')
        return c.json({ message: 'It is gone for good.' })
      },
    },
  ]
}

/** The last thrown away first. */
async function listBin(deps: Deps): Promise<BinItem[]> {
  const [posts, stories] = await Promise.all([listThrownAwayPosts(deps), listThrownAwayStories(deps)])
  return [
    ...posts.map((post) => ({ kind: 'post' as const, ...post, goneAt: goneAt(post.deletedAt) })),
    ...stories.map((story) => ({ kind: 'story' as const, ...story, goneAt: goneAt(story.deletedAt) })),
  ].sort((one, other) => other.deletedAt.localeCompare(one.deletedAt) || other.id.localeCompare(one.id))
}

/** Its unsaved words go along. */
async function emptyOf(deps: Deps, kind: WorkKind, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await deleteForGood[kind](tx, id)
    await dropWorkingCopy({ ...deps, db: tx }, { kind, itemId: id }, null)
  })
}

/** One of the kinds that are thrown away here; anything else is nothing we know. */
export function kindOf(c: AppContext): WorkKind {
  const kind = workKinds.find((known) => known === c.req.param('kind'))
  if (!kind) throw new AppError('not_found', 'Nothing of that kind is kept here.')
  return kind
}
