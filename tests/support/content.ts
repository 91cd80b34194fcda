import type { OwnerPost } from '#features/blog/contract.ts'
import type { OwnerStory } from '#features/stories/contract.ts'
import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Fields = Record<string, unknown>

/** The owner at her desk: what she writes comes back as she sees it, and a refusal is a failed test. */
export async function openDesk(app: TestApp) {
  const owner = await app.asOwner()
  const read = async (response: Response, status: number) => {
    if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }
  return {
    owner,
    addPost: async (more: Fields = {}): Promise<OwnerPost> =>
      read(await owner.post('/api/blog', { ...aPost, ...more }), 201),
    setPost: async (id: string, more: Fields): Promise<OwnerPost> =>
      read(await owner.put(`/api/blog/${id}`, { ...aPost, ...more }), 200),
    addStory: async (more: Fields = {}): Promise<OwnerStory> =>
      read(await owner.post('/api/short-stories', { ...aStory, ...more }), 201),
    setStory: async (id: string, more: Fields): Promise<OwnerStory> =>
      read(await owner.put(`/api/short-stories/${id}`, { ...aStory, ...more }), 200),
  }
}

const aPost = { title: 'The Quiet Room', content: 'First line.\n\nSecond.', isPublished: true }
const aStory = {
  title: 'The Wall',
  genre: 'Mystery Thriller',
  content: 'Once.',
  description: 'A wall.',
  isPublished: true,
}
