import { freeFile } from './books.ts'
import { makeEpub } from './epub.ts'
import { createTestApp } from './test-app.ts'

export const filename = freeFile
export const hour = 3_600_000

type TestApp = Awaited<ReturnType<typeof createTestApp>>
export type Owner = Awaited<ReturnType<TestApp['asOwner']>>

export const upload = (owner: Owner, bytes: Uint8Array<ArrayBuffer>, name = filename) =>
  owner.request(`/api/files/${name}`, { method: 'PUT', body: bytes })

/** A site with a book to give away, and a link to it for one reader. */
export async function openShop({ hasFile = true, env = {} } = {}) {
  const app = await createTestApp({ env: { TRUST_PROXY: '1', ...env } })
  const owner = await app.asOwner()
  if (hasFile) await upload(owner, makeEpub())
  const makeLink = async () => {
    const response = await owner.post('/api/generate-download-link', { email: 'reader@home.example', filename })
    const { downloadUrl, ...rest } = await response.json()
    return { path: new URL(downloadUrl).pathname, ...rest }
  }
  const fetchAs = (path: string, client: string, headers = {}) =>
    app.request(path, { headers: { 'x-forwarded-for': client, ...headers } })
  const links = () => app.db.selectFrom('download_links').selectAll().execute()
  return { app, owner, makeLink, fetchAs, links }
}
