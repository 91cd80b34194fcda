import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { importFile } from '#app/import.server.ts'
import type { OwnerPost } from '#features/blog/contract.ts'
import { databaseFile } from '#server/data-folder.ts'
import { joinDatabase, openDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { writeFact } from '#server/site-facts.ts'
import { createPostgresDatabase, postgresUrl } from './database.ts'
import { makeZip } from './epub.ts'
import { ownFolder } from './folder.ts'
import { createTestApp } from './test-app.ts'

/** A site of the test's own in a folder or a database of its own, and the command that brings another site into it. */
export async function openNewSite() {
  const dataDir = ownFolder()
  const given = {
    SITE_URL: 'https://author.example',
    SECRET_KEY: 'a key for tests only, forty characters long',
    DATA_DIR: dataDir,
    ...(postgresUrl ? { DATABASE_URL: await ownDatabase(postgresUrl) } : {}),
  }
  const env = readEnv(given)
  if (!postgresUrl) writeFileSync(databaseFile(dataDir), await madeOnce())
  // Its readers, who have it open meanwhile.
  const joined = await joinDatabase(env)
  if (!joined) throw new Error('the database has just been made')
  await writeFact(joined.db, 'furnished', '2026-01-01T00:00:00.000Z')
  onTestFinished(joined.close)
  const app = await createTestApp({ env: given, today: '2026-11-18', beside: { deps: joined as unknown as Deps } })
  const run = async (file: string, isTrial: boolean) => {
    const said: string[] = []
    await importFile(env, (line) => said.push(line), file, { isTrial })
    const files = join(dataDir, 'files')
    if (existsSync(files)) cpSync(files, app.filesFolder, { recursive: true })
    await app.lookForNews()
    return said.join('\n')
  }
  const owner = await app.asOwner()
  return {
    ...app,
    env,
    bring: (file: string) => run(file, false),
    check: (file: string) => run(file, true),
    posts: async (): Promise<OwnerPost[]> => (await owner.request('/api/owner/blog')).json(),
    owner,
    /** where an address leads, and how: `308 /blog/x` */
    ask: async (path: string) => {
      const { status, headers } = await app.request(path)
      return [status, headers.get('location')].filter(Boolean).join(' ')
    },
    /** what readers see of a post, as HTML */
    page: async (slug: string) => {
      const html = await (await app.request(`/blog/${slug}`)).text()
      return html.slice(html.indexOf('<article'), html.indexOf('</article>'))
    },
  }
}

let made: Promise<Buffer> | undefined

/** All tables, and nothing in them. */
function madeOnce(): Promise<Buffer> {
  const make = async () => {
    const dataDir = ownFolder()
    await (await openDatabase({ databaseUrl: null, dataDir })).close()
    return readFileSync(databaseFile(dataDir))
  }
  made ??= make()
  return made
}

const ownDatabase = (url: string) => createPostgresDatabase(url, `${process.env.TEST_DATABASE_RUN}_template`)

/** Writes a file, or a folder of them. */
export function fileOf(name: string, content: string | Uint8Array, folder = ownFolder()): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  return makeZip(
    Object.entries(files).map(([name, content]) => {
      const bytes = Buffer.from(content)
      return { name, bytes: deflateRawSync(bytes), method: 8, unpacked: bytes.length }
    }),
  )
}

let painted: Promise<Buffer> | undefined

export function aPicture(): Promise<Buffer> {
  painted ??= sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a5c3a' } })
    .jpeg()
    .toBuffer()
  return painted
}

type WordPressItem = {
  id: number
  title?: string
  slug?: string
  link?: string
  type?: string
  status?: string
  date?: string
  content?: string
  excerpt?: string
  password?: string
  terms?: [domain: string, slug: string, name: string][]
  meta?: Record<string, string>
  url?: string
  parent?: number
  comments?: number
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

function wordPressItem(item: WordPressItem): string {
  const { id, title = 'A post', slug = `post-${id}`, type = 'post', status = 'publish' } = item
  const { date = '2019-05-04 08:30:00', content = '', excerpt = '', terms = [], meta = {}, comments = 0 } = item
  const link = item.link ?? `https://old.example/2019/05/${slug}/`
  return `<item>
    <title>${cdata(title)}</title>
    <link>${link}</link>
    <pubDate>Sat, 04 May 2019 08:30:00 +0000</pubDate>
    <dc:creator>${cdata('ines')}</dc:creator>
    <guid isPermaLink="false">https://old.example/?p=${id}</guid>
    <description></description>
    <content:encoded>${cdata(content)}</content:encoded>
    <excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date>${cdata(date)}</wp:post_date>
    <wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
    <wp:post_name>${cdata(slug)}</wp:post_name>
    <wp:status>${cdata(status)}</wp:status>
    <wp:post_parent>${item.parent ?? 0}</wp:post_parent>
    <wp:post_type>${cdata(type)}</wp:post_type>
    <wp:post_password>${cdata(item.password ?? '')}</wp:post_password>
    ${item.url ? `<wp:attachment_url>${cdata(item.url)}</wp:attachment_url>` : ''}
    ${terms.map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`).join('')}
    ${Object.entries(meta)
      .map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
      )
      .join('')}
    ${'<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[Lovely.]]></wp:comment_content></wp:comment>'.repeat(comments)}
  </item>`
}

/** An export as WordPress writes it (WXR 1.2). */
export function wordPressExport(items: readonly WordPressItem[], { base = 'https://old.example', doctype = '' } = {}) {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file generated by WordPress as an export of your site. -->
${doctype}<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Old Harbour</title>
  <link>${base}</link>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>${base}</wp:base_site_url>
  <wp:base_blog_url>${base}</wp:base_blog_url>
  <wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('ines')}</wp:author_login></wp:author>
  <generator>https://wordpress.org/?v=6.8</generator>
  ${items.map(wordPressItem).join('\n')}
</channel>
</rss>
`
}

type GhostPost = Record<string, unknown> & { slug: string }

/** An export as Ghost writes it: its tables. */
export function ghostExport(posts: readonly GhostPost[], tables: Record<string, unknown[]> = {}): string {
  const rows = posts.map((post, at) => ({
    id: `5f00000000000000000000${String(at).padStart(2, '0')}`,
    uuid: `0b6e1c2a-0000-4000-8000-0000000${post.slug.length}${at}`,
    title: 'A post',
    mobiledoc: null,
    lexical: null,
    html: null,
    feature_image: null,
    featured: 0,
    type: 'post',
    status: 'published',
    visibility: 'public',
    custom_excerpt: null,
    created_at: '2021-02-01T10:00:00.000Z',
    published_at: '2021-02-03T10:00:00.000Z',
    ...post,
  }))
  const data = { posts: rows, posts_meta: [], tags: [], posts_tags: [], posts_authors: [], users: [], ...tables }
  return JSON.stringify({ db: [{ meta: { exported_on: 1_700_000_000_000, version: '5.80.0' }, data }] })
}

const columns = [
  ...['post_id', 'post_date', 'is_published', 'email_sent_at', 'inbox_sent_at', 'type', 'audience'],
  ...['title', 'subtitle', 'podcast_url'],
]

type SubstackPost = { id: string; html: string } & Record<string, string>

/** An export as Substack packs it. */
export function substackExport(posts: readonly SubstackPost[], more: Record<string, string | Uint8Array> = {}) {
  const rows = posts.map((post) => {
    const usual = {
      type: 'newsletter',
      audience: 'everyone',
      is_published: 'true',
      post_date: '2023-04-05T06:07:08.000Z',
    }
    const row: Record<string, string> = { ...usual, ...post, post_id: post.id }
    return columns.map((column) => `"${(row[column] ?? '').replaceAll('"', '""')}"`).join(',')
  })
  const texts = posts.map(({ id, html }) => [`posts/${id}.html`, html])
  return zipOf({ 'posts.csv': [columns.join(','), ...rows, ''].join('\n'), ...Object.fromEntries(texts), ...more })
}
