import type { Post, PostInPlace } from '#features/blog/contract.ts'
import { openDesk } from './content.ts'
import { createTestApp } from './test-app.ts'

export const aPost = (more: Record<string, unknown> = {}) => ({
  title: 'The Quiet Room',
  content: 'First line.\n\n  Indented.\tTabbed.\n',
  isPublished: true,
  ...more,
})

/** A site whose owner writes posts, and what its readers find of them. */
export async function openBlog() {
  const app = await createTestApp()
  const { owner, addPost } = await openDesk(app)
  return {
    ...app,
    owner,
    create: (more: Record<string, unknown> = {}) => addPost(aPost(more)),
    list: async (): Promise<Post[]> => (await app.request('/api/blog')).json(),
    read: async (slug: string): Promise<PostInPlace> => (await app.request(`/api/blog/${slug}`)).json(),
  }
}

export async function faultsOf(response: Response) {
  const { status } = response
  const { message, fields } = await response.json()
  return { status, message, fields }
}
