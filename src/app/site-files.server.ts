import { paths } from '#lib/paths.ts'
import { pingDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { siteMap } from './routes.tsx'

/** What machines ask for: health, robots, the site map, and one redirect. */
export function siteFileRoutes({ db, env, isStopping }: Deps): Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, access: 'public', handle })
  return [
    get('/healthz', (c) => c.text('ok', 200, noStore)),
    get('/readyz', async (c) => {
      if (isStopping()) return c.text('stopping', 503, noStore)
      const isThere = await pingDatabase(db).then(
        () => true,
        () => false,
      )
      return isThere ? c.text('ok', 200, noStore) : c.text('the database does not answer', 503, noStore)
    }),
    get('/robots.txt', (c) => c.text(robots(env.siteUrl), 200, oneHour)),
    get('/sitemap.xml', (c) => c.body(sitemap(env.siteUrl), 200, { ...oneHour, 'content-type': 'application/xml' })),
    get('/reader-magnets', (c) => c.redirect(paths.readerMagnets, 308)),
  ]
}

const noStore = { 'cache-control': 'no-store' }
const oneHour = { 'cache-control': 'public, max-age=3600' }

function robots(origin: string): string {
  const closed = ['/admin', '/analytics', '/api/', '/confirm/', '/unsubscribe/', '/get/', '/download/']
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )
}

function sitemap(origin: string): string {
  const urls = siteMap.rows
    .filter((page) => page.updated)
    .map((page) => `<url><loc>${origin}${page.path}</loc><lastmod>${page.updated}</lastmod></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
