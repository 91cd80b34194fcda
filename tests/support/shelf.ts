import sharp from 'sharp'
import type { Book, OwnerBook, OwnerShelf, Roles, Shelf } from '#features/books/contract.ts'
import { createTestApp } from './test-app.ts'

type Fields = Record<string, unknown>

/** The owner before her shelves. A refusal is a failed test, but for `put` and `post`, which answer it. */
export async function openShelf(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({ ...options, env: { RATE_LIMIT: 'off', ...options.env } })
  const owner = await app.asOwner()
  const read = async (response: Response, status: number) => {
    if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }
  const all = '/api/owner/books'
  const list = async (): Promise<OwnerBook[]> => read(await owner.request(all), 200)
  const idOf = async (slug: string): Promise<string> => {
    const book = (await list()).find((one) => one.slug === slug)
    if (!book) throw new Error(`no ${slug}`)
    return book.id
  }
  return {
    ...app,
    owner,
    list,
    idOf,
    /** as any browser sends */
    send: app.post,
    post: (fields: Fields) => owner.post(all, fields),
    put: (id: string, fields: Fields) => owner.put(`${all}/${id}`, fields),
    get: async (id: string): Promise<OwnerBook> => read(await owner.request(`${all}/${id}`), 200),
    add: async (fields: Fields): Promise<OwnerBook> => read(await owner.post(all, fields), 201),
    set: async (id: string, fields: Fields): Promise<OwnerBook> => read(await owner.put(`${all}/${id}`, fields), 200),
    remove: async (id: string): Promise<{ message: string; leaves: string[] }> =>
      read(await owner.delete(`${all}/${id}`), 200),
    restore: async (id: string): Promise<OwnerBook> => read(await owner.post(`${all}/${id}/restore`), 200),
    shelves: async (): Promise<{ shelves: OwnerShelf[]; roles: Roles }> =>
      read(await owner.request('/api/owner/shelves'), 200),
    say: (what: 'order' | 'series' | 'roles', body: Fields) => owner.put(`/api/owner/shelves/${what}`, body),
    books: async (): Promise<Book[]> => read(await app.request('/api/books'), 200),
    readShelves: async (): Promise<Shelf[]> => read(await app.request('/api/shelves'), 200),
    text: async (path: string) => (await app.request(path)).text(),
    /** A picture of one colour, uploaded: its address. */
    picture: async (width: number, height: number, background = '#336699'): Promise<string> => {
      const body = await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer()
      const answer = await owner.request('/api/owner/images', { method: 'POST', body: new Uint8Array(body) })
      return (await read(answer, 201)).url
    },
  }
}
