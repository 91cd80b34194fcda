import { posts as blog } from '#features/blog/service.server.ts'
import { letters } from '#features/letters/service.server.ts'
import { stories as shelf } from '#features/stories/service.server.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { pageAt } from '#lib/site-pages.ts'
import { escapeXml } from '#lib/xml.ts'
import { pingDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { isPageOpen } from '#server/site.ts'
import { writeFact } from '#server/site-facts.ts'
import { stateOf } from '#server/storage-health.ts'
import { accentRoute } from './accent-styles.server.ts'
import { askedEachMinute } from './caching.server.ts'
import { feedRoutes } from './feeds.server.ts'
import { iconRoutes } from './icons.server.ts'
import type { Keep } from './kept.server.ts'
import { siteMap } from './routes.tsx'
import { shareImageRoutes } from './share-images.server.ts'

/** What machines ask for: health, robots, the security contact, the site map, the feeds, share images, icons, and one redirect. */
export function siteFileRoutes(deps: Deps, keep: Keep): Route[] {
  const { db, engine, env, health, isStopping, now } = deps
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, access: 'public', handle })
  return [
    get('/healthz', (c) => c.text('ok', 200, noStore)),
    get('/readyz', async (c) => {
      if (isStopping()) return c.text('stopping', 503, noStore)
      const isThere = await pingDatabase(db).then(
        () => true,
        () => false,
      )
      // With SQLite the reserve finds out when there is room again; PostgreSQL tells only whoever writes a row.
      if (isThere && engine === 'postgres' && health.has('full'))
        await writeFact(db, 'looked-for-room', now().toISOString()).catch(() => {})
      const ailment = isThere ? health.ailment() : 'away'
      return ailment ? c.text(stateOf[ailment], 503, noStore) : c.text('ok', 200, noStore)
    }),
    get('/robots.txt', (c) => c.text(robots(env.siteUrl), 200, oneHour)),
    get('/.well-known/security.txt', (c) => c.text(securityContact(deps), 200, oneHour)),
    get('/sitemap.xml', (c) =>
      keep(c, async () => ({ status: 200, headers: sitemapHeaders, body: Buffer.from(await sitemap(deps)) })),
    ),
    get('/reader-magnets', (c) => c.redirect(paths.readerMagnets, 308)),
    accentRoute,
    ...feedRoutes(deps, keep),
    ...shareImageRoutes(deps, keep),
    ...iconRoutes(deps),
  ]
}

const noStore = { 'cache-control': 'no-store' }
const oneHour = { 'cache-control': 'public, max-age=3600' }

function robots(origin: string): string {
  const closed = ['/admin', '/analytics', '/api/', '/confirm/', '/unsubscribe/', '/get/', '/preview/', '/download/']
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )
}

const securityContactDays = 180

/** Whom to tell about a hole (RFC 9116). It has to say until when it may be believed, and that less than a year. */
function securityContact({ env, now, site }: Deps): string {
  const expires = new Date(now().getTime() + securityContactDays * 86_400_000).toISOString().slice(0, 10)
  return [
    `Contact: mailto:${site().author.email || site().sender}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${env.siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

const sitemapHeaders = { 'content-type': 'application/xml', ...askedEachMinute }

/** Every page of the map that has a date, and whatever the author has published. */
async function sitemap({ db, env, now, site }: Deps): Promise<string> {
  const [posts, stories, sent] = await Promise.all([
    blog.listOut(db, now()),
    shelf.listOut(db, now()),
    letters.listOut(db, now()),
  ])
  const ofPosts = posts.map((post) => ({
    path: paths.post(post.slug),
    updated: latest(post.updatedAt, post.publishedDate),
  }))
  const ofStories = stories.map((story) => ({
    path: paths.story(story.slug),
    updated: latest(story.updatedAt, story.publicationDate),
  }))
  const { books, arcBook, savedAt } = site()
  const ofBooks = books.map((book) => ({
    path: paths.book(book.slug),
    updated: latest(book.updatedAt, pastDay(book.publicationDate, now())),
  }))
  const ofArc = arcBook ? [{ path: arcPath(arcBook.slug), updated: latest(arcBook.updatedAt) }] : []
  const shownOn: Record<string, Entry[]> = {
    [paths.blog]: ofPosts,
    [paths.shortStories]: ofStories,
    [paths.books]: ofBooks,
  }
  const ofPages = siteMap.rows.flatMap(({ path, updated, words }) => {
    if (!updated) return []
    const shown = (shownOn[path] ?? []).map((entry) => entry.updated)
    const said = words.map((name) => savedAt.words.get(name) ?? null)
    return [{ path, updated: latest(updated, ...shown, ...said, ofHer.includes(path) ? savedAt.author : null) }]
  })
  const isThere = ({ path }: Entry) => {
    const key = pageAt(path)
    return key === null || isPageOpen(site(), key)
  }
  const ofLetters = sent.map(({ slug, sentAt }) => ({ path: paths.letter(slug), updated: latest(sentAt) }))
  // Their own page is there as soon as one of them is.
  const ofArchive = sent.slice(0, 1).map(({ sentAt }) => ({ path: paths.letters, updated: latest(sentAt) }))
  const urls = [...ofPages, ...ofArc, ...ofBooks, ...ofPosts, ...ofStories, ...ofArchive, ...ofLetters]
    .filter(isThere)
    .map(({ path, updated }) => `<url><loc>${escapeXml(env.siteUrl + path)}</loc><lastmod>${updated}</lastmod></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** Pages that tell who she is. */
const ofHer: readonly string[] = [paths.home, paths.about, paths.contact, paths.press]

/** A day that is still to come has changed nothing yet. */
function pastDay(day: string | null, now: Date): string | null {
  return day && day <= now.toISOString().slice(0, 10) ? day : null
}

type Entry = { path: string; updated: string }

/** The last of some dates or moments, as a date. */
function latest(...moments: (string | null)[]): string {
  const days = moments.map((moment) => (moment ?? '').slice(0, 10))
  return days.sort().at(-1) ?? ''
}
