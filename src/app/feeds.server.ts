import { blogText } from '#features/blog/blog-text.ts'
import type { Post } from '#features/blog/contract.ts'
import { posts as blog } from '#features/blog/service.server.ts'
import { author } from '#lib/author.ts'
import { excerpt } from '#lib/excerpt.ts'
import { filePaths, paths } from '#lib/paths.ts'
import { escapeXml } from '#lib/xml.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { readContentEdition } from '#server/site-facts.ts'
import type { Keep } from './kept.server.ts'

const mostPosts = 50
const title = `${author.name}: ${blogText.heading}`

type Feed = { posts: readonly Post[]; origin: string; changed: Date | null }

/** The newest posts for those who read with a feed reader, in both of the formats such readers take. */
export function feedRoutes(deps: Deps, keep: Keep): Route[] {
  const route = (path: string, type: string, write: (feed: Feed) => string): Route => ({
    method: 'GET',
    path,
    access: 'public',
    handle: (c) =>
      keep(c, async () => {
        const feed = await readFeed(deps)
        return { status: 200, headers: { ...headersOf(feed), 'content-type': type }, body: Buffer.from(write(feed)) }
      }),
  })
  return [
    route(filePaths.rss, 'application/rss+xml; charset=utf-8', toRss),
    route(filePaths.jsonFeed, 'application/feed+json; charset=utf-8', toJsonFeed),
  ]
}

async function readFeed({ db, env, now }: Deps): Promise<Feed> {
  const posts = await blog.listOut(db, now(), mostPosts)
  const edition = (await readContentEdition(db))?.split(' ')[0]
  // A scheduled post appears without anybody changing anything.
  const moments = [edition, posts[0]?.publishedDate].flatMap((moment) => (moment ? [Date.parse(moment)] : []))
  return { posts, origin: env.siteUrl, changed: moments.length > 0 ? new Date(Math.max(...moments)) : null }
}

function headersOf({ changed }: Feed): Record<string, string> {
  return { 'cache-control': 'public, max-age=60', ...(changed ? { 'last-modified': changed.toUTCString() } : {}) }
}

function summaryOf(post: Post): string {
  return post.excerpt ?? excerpt(post.content)
}

/** Plain text with its whitespace, as HTML that shows it alike. */
function toHtml(text: string): string {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return paragraphs
    .map((paragraph) => {
      const words = escapeXml(paragraph).replaceAll('\t', '    ')
      const spaced = words.replace(/ {2,}|^ /gm, (blanks) => '\u00a0'.repeat(blanks.length))
      return `<p>${spaced.replaceAll('\n', '<br>')}</p>`
    })
    .join('')
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function toRss({ posts, origin, changed }: Feed): string {
  const items = posts.map((post) => {
    const sections = [...(post.category ? [post.category] : []), ...post.tags]
    return [
      '<item>',
      element('title', post.title),
      element('link', origin + paths.post(post.slug)),
      // By its id: a post that moves to another address is not a new one.
      `<guid isPermaLink="false">urn:uuid:${post.id}</guid>`,
      element('pubDate', new Date(post.publishedDate ?? post.createdAt).toUTCString()),
      element('dc:creator', author.name),
      ...sections.map((section) => element('category', section)),
      element('description', summaryOf(post)),
      element('content:encoded', toHtml(post.content)),
      '</item>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', title),
    element('link', origin + paths.blog),
    element('description', blogText.sub),
    element('language', 'en-ca'),
    ...(changed ? [element('lastBuildDate', changed.toUTCString())] : []),
    `<atom:link href="${escapeXml(origin + filePaths.rss)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

function toJsonFeed({ posts, origin }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: blogText.sub,
    language: 'en-CA',
    home_page_url: origin + paths.blog,
    feed_url: origin + filePaths.jsonFeed,
    authors: [{ name: author.name, url: origin + paths.about }],
    items: posts.map((post) => ({
      id: `urn:uuid:${post.id}`,
      url: origin + paths.post(post.slug),
      title: post.title,
      summary: summaryOf(post),
      content_text: post.content,
      image: post.coverImage ? new URL(post.coverImage, origin).href : origin + filePaths.postShareImage(post.slug),
      date_published: post.publishedDate,
      date_modified: post.updatedAt,
      tags: [...(post.category ? [post.category] : []), ...post.tags],
    })),
  })
}
