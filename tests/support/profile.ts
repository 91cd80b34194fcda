import { openDesk } from './content.ts'
import { createTestApp } from './test-app.ts'

/** The owner at My Site: what she has entered, and how she saves some of it anew. */
export async function openProfile() {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const desk = await openDesk(app)
  const read = async () => (await desk.owner.request('/api/owner/site')).json()
  return {
    ...app,
    ...desk,
    read,
    save: async (more: Record<string, unknown> = {}) => {
      const { profile, version } = await read()
      return desk.owner.put('/api/owner/site', { ...profile, version, ...more })
    },
    text: async (path: string) => (await app.request(path)).text(),
    status: async (path: string) => (await app.request(path)).status,
  }
}
