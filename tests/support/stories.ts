import type { Story } from '#features/stories/contract.ts'
import { openDesk } from './content.ts'
import { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

export const calls = '/api/short-stories'

export const aStory = (more: Record<string, unknown> = {}) => ({
  title: 'The Wallpaper Hour',
  genre: 'Supernatural Suspense',
  description: 'Every night at 3:12 the pattern gains one more leaf.',
  content: 'The baby woke at three.\n\nHanna counted leaves.',
  publicationDate: '2025-10-03',
  isPublished: true,
  ...more,
})

/** A site whose owner writes stories. */
export async function openStories(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const { owner, addStory } = await openDesk(app)
  const create = (more: Record<string, unknown> = {}) => addStory(aStory(more))
  const change = (id: string, more: Record<string, unknown>) => owner.put(`${calls}/${id}`, aStory(more))
  return { app, owner, create, change }
}

export const list = async (app: TestApp): Promise<Story[]> => (await app.request(calls)).json()
export const titles = async (app: TestApp) => (await list(app)).map(({ title }) => title)
export const read = (app: TestApp, slug: string) => app.request(`${calls}/${slug}`)
export const rows = (app: TestApp) => app.db.selectFrom('short_stories').selectAll().execute()
