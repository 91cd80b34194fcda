import { blogText } from '#features/blog/blog-text.ts'
import { blogWords } from '#features/blog/blog-words.ts'
import type { Post } from '#features/blog/contract.ts'
import { posts } from '#features/blog/service.server.ts'
import { lettersFeed, webText } from '#features/letters/content.ts'
import { letters } from '#features/letters/service.server.ts'
import type { Story } from '#features/stories/contract.ts'
import { stories } from '#features/stories/service.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { bodyOf } from '#features/writing/body.server.ts'
import type { Block } from '#features/writing/contract.ts'
import { toFeedHtml } from '#features/writing/prose-html.ts'
import { excerptOf, textOf } from '#features/writing/prose-text.ts'
import { filePaths, paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import { escapeXml } from '#lib/xml.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { isPageOpen } from '#server/site.ts'
import { readContentEdition } from '#server/site-facts.ts'
import { askedEachMinute } from './caching.server.ts'
import { isClosed } from './closed-pages.server.ts'
import type { Keep } from './kept.server.ts'
import { herPage } from './page-site.server.ts'

const mostItems = 50

/** What a feed tells of a post, a story or a letter. */
type Item = {
  id: string
  url: string
  title: string
  summary: string
  sections: string[]
  published: Date
  modified: string
  image: string
  body: Block[]
}
type Told = Omit<Item, 'body'> & Pick<Post, 'content' | 'format'>
type Feed = {
  heading: string
  /** the page it is the feed of, and its own address */
  home: string
  self: string
  items: Item[]
  origin: string
  author: string
  about: string
  herPage: string
  changed: Date | null
  isClosed: (path: string) => boolean
}

/**
 * The newest posts and stories for those who read with a feed reader, in both of the formats such readers take; and the
 * letters that stand on the site.
 */
export function feedRoutes(deps: Deps, keep: Keep): Route[] {
  const route = (path: string, type: string, write: (feed: Feed) => string, readFeed = readBlog): Route => ({
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
    route(lettersFeed, 'application/rss+xml; charset=utf-8', toRss, readLetters),
  ]
}

async function readBlog(deps: Deps): Promise<Feed> {
  const { db, env, now, site } = deps
  const origin = env.siteUrl
  const { cards } = site()
  const about = wordsIn(site(), blogWords).sub
  return toFeed(deps, { heading: blogText.heading, home: paths.blog, self: filePaths.rss, about }, [
    ...(await posts.listOut(db, now(), mostItems)).map((post) => tellPost(post, origin, cards)),
    ...(isPageOpen(site(), 'stories') ? await stories.listOut(db, now()) : []).map((story) =>
      tellStory(story, origin, cards),
    ),
  ])
}

async function readLetters(deps: Deps): Promise<Feed> {
  const { db, env, now, site } = deps
  const image = new URL(shareUrls.page(site().cards, 'signup'), env.siteUrl).href
  const about = webText.line
  return toFeed(
    deps,
    { heading: webText.heading, home: paths.letters, self: lettersFeed, about },
    (await letters.listOut(db, now(), mostItems)).map(({ id, slug, title, previewLine, sentAt, content, format }) => ({
      ...{ id, title, content, format, image, sections: [], modified: sentAt, published: new Date(sentAt) },
      ...{ url: env.siteUrl + paths.letter(slug), summary: previewLine },
    })),
  )
}

type Named = Pick<Feed, 'heading' | 'home' | 'self' | 'about'>

async function toFeed({ db, env, site }: Deps, named: Named, told: Told[]): Promise<Feed> {
  const newest = told.sort((one, other) => other.published.getTime() - one.published.getTime()).slice(0, mostItems)
  const items: Item[] = []
  for (const { content, format, ...item } of newest) {
    const body = await bodyOf(db, { content, format })
    items.push({ ...item, body, summary: item.summary || excerptOf(body) })
  }
  const edition = (await readContentEdition(db))?.split(' ')[0]
  // What is scheduled appears without anybody changing anything.
  const moments = [...(edition ? [Date.parse(edition)] : []), ...items.slice(0, 1).map(({ published }) => +published)]
  return {
    ...named,
    items,
    origin: env.siteUrl,
    author: site().author.name,
    herPage: herPage(site()),
    isClosed: (path) => isClosed(site(), 'GET', path),
    changed: moments.length > 0 ? new Date(Math.max(...moments)) : null,
  }
}

function tellPost(post: Post, origin: string, cards: string): Told {
  return {
    id: post.id,
    url: origin + paths.post(post.slug),
    title: post.title,
    summary: post.excerpt ?? '',
    sections: [...(post.category ? [post.category] : []), ...post.tags],
    published: new Date(post.publishedDate ?? post.createdAt),
    modified: post.updatedAt,
    image: new URL(post.coverImage ?? shareUrls.post(cards, post), origin).href,
    content: post.content,
    format: post.format,
  }
}

/** Dated by its day, which begins in UTC as everywhere on the site. */
function tellStory(story: Story, origin: string, cards: string): Told {
  return {
    id: story.id,
    url: origin + paths.story(story.slug),
    title: story.title,
    summary: story.description,
    sections: [story.genre],
    published: new Date(story.publicationDate),
    modified: story.updatedAt,
    image: new URL(story.coverImage ?? shareUrls.story(cards, story), origin).href,
    content: story.content,
    format: story.format,
  }
}

function headersOf({ changed }: Feed): Record<string, string> {
  return { ...askedEachMinute, ...(changed ? { 'last-modified': changed.toUTCString() } : {}) }
}

function titleOf({ author, heading }: Feed): string {
  return `${author}: ${heading}`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function toRss(feed: Feed): string {
  const { items, origin, author, about, changed, isClosed, home, self } = feed
  const told = items.map((item) =>
    [
      '<item>',
      element('title', item.title),
      element('link', item.url),
      // By its id: what moves to another address is not new.
      `<guid isPermaLink="false">urn:uuid:${item.id}</guid>`,
      element('pubDate', item.published.toUTCString()),
      element('dc:creator', author),
      ...item.sections.map((section) => element('category', section)),
      element('description', item.summary),
      element('content:encoded', toFeedHtml(item.body, origin, isClosed)),
      '</item>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', titleOf(feed)),
    element('link', origin + home),
    element('description', about),
    element('language', 'en-ca'),
    ...(changed ? [element('lastBuildDate', changed.toUTCString())] : []),
    `<atom:link href="${escapeXml(origin + self)}" rel="self" type="application/rss+xml"/>`,
    ...told,
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

function toJsonFeed(feed: Feed): string {
  const { items, origin, author, about, herPage, isClosed, home } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    description: about,
    language: 'en-CA',
    home_page_url: origin + home,
    feed_url: origin + filePaths.jsonFeed,
    authors: [{ name: author, url: origin + herPage }],
    items: items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: item.url,
      title: item.title,
      summary: item.summary,
      content_html: toFeedHtml(item.body, origin, isClosed),
      content_text: textOf(item.body),
      image: item.image,
      date_published: item.published.toISOString(),
      date_modified: item.modified,
      tags: item.sections,
    })),
  })
}
