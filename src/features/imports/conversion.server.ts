import { mostTags, type PostInput, postInput } from '#features/blog/contract.ts'
import type { Block } from '#features/writing/contract.ts'
import { toAddress } from '#features/writing/prose.ts'
import { writeProse } from '#features/writing/prose-source.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { excerpt } from '#lib/excerpt.ts'
import { fileNameOf } from './embeds.server.ts'
import { type Losses, longestHtml, readForeign, wholeAddress } from './foreign-text.server.ts'
import { countOne, type OldPost, type OldSite } from './old-site.server.ts'
import type { Pictures } from './pictures.server.ts'
import { toOldAddress } from './service.server.ts'

type Around = {
  site: OldSite
  /** where what stood at an old address will stand */
  moved: ReadonlyMap<string, string>
  pictures: Pictures
  now: Date
  losses: Losses
}

export type Converted = {
  input: PostInput
  state: 'published' | 'scheduled' | 'draft'
  /** the addresses of pictures that are not in the file */
  missing: readonly string[]
}

const longestTitle = 200
const longestExcerpt = 500
const longestCategory = 60
const longestTag = 40

/** A post as it is written here, or why it cannot be. */
export async function convert(post: OldPost, slug: string, around: Around): Promise<Converted | { why: string }> {
  if (post.html.length > longestHtml) return { why: 'its text is longer than four million letters' }
  const { site, pictures, losses, now } = around
  const missing: string[] = []
  const links = (href: string) => linkFrom(href, around)
  const blocks = await withPictures(readForeign(clean(post.html), links, losses), around, missing)
  const content = writeProse(blocks)
  if (textOf(blocks).trim() === '' && !content.includes('/images/')) return { why: 'it has no words' }
  for (const [name, count] of post.signs) losses.set(`sign [${name}]`, (losses.get(`sign [${name}]`) ?? 0) + count)
  const cover = post.cover && (await pictures.find(post.cover))
  if (post.cover && !cover) missing.push(wholeAddress(post.cover, site.origin)?.href ?? post.cover)
  const named = new Set(post.tags.flatMap((tag) => clean(tag).split(',')).map((tag) => tag.trim()))
  const tags = [...named].filter((tag) => tag !== '' && tag.length <= longestTag).slice(0, mostTags)
  for (let gone = named.size - tags.length; gone > 0; gone--) countOne(losses, 'tag that is too long or one too many')
  const parsed = postInput.safeParse({
    title: excerpt(clean(post.title) || 'Untitled', longestTitle),
    slug,
    excerpt: excerpt(clean(post.excerpt), longestExcerpt),
    content,
    format: 'prose',
    coverImage: cover || null,
    category: excerpt(clean(post.category), longestCategory),
    tags,
    isPublished: post.isPublished,
    publishedDate: post.date,
  })
  if (!parsed.success) return { why: parsed.error.issues[0]?.message ?? 'it cannot be kept' }
  const isLater = post.date !== null && post.date > now.toISOString()
  const state = post.isPublished ? (isLater ? 'scheduled' : 'published') : 'draft'
  return { input: parsed.data, state, missing }
}

/** Without what a database cannot keep: no reader ever saw it. */
function clean(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '')
}

/** What led to one of her own posts leads there still. A link without encryption is given it: hardly any site has none. */
function linkFrom(href: string, { site, moved }: Around): string | null {
  const url = wholeAddress(href, site.origin)
  if (!url) return site.origin === null ? (moved.get(oldAddressOf(href)) ?? toAddress(href)) : null
  const isOwn = site.origin !== null && bareHost(url.host) === bareHost(new URL(site.origin).host)
  const here = isOwn ? moved.get(toOldAddress(url.pathname, url.search)) : undefined
  if (here) return here + url.hash
  if (url.protocol === 'http:') url.protocol = 'https:'
  return toAddress(url.href)
}

const bareHost = (host: string) => host.replace(/^www\./, '')

function oldAddressOf(path: string): string {
  return toOldAddress(path.split(/[?#]/)[0] ?? '')
}

/** Each in its place: taken in, or, where it is not among what she brought, a link to where it was. */
async function withPictures(blocks: readonly Block[], around: Around, missing: string[]): Promise<Block[]> {
  const done: Block[] = []
  for (const block of blocks) {
    if (block.type === 'quote') done.push({ ...block, children: await withPictures(block.children, around, missing) })
    else if (block.type === 'list') {
      const items: Block[][] = []
      for (const item of block.items) items.push(await withPictures(item, around, missing))
      done.push({ ...block, items })
    } else if (block.type !== 'figure') done.push(block)
    else {
      const src = await around.pictures.find(block.src)
      if (src) done.push({ ...block, src })
      else {
        const there = wholeAddress(block.src, around.site.origin)?.href ?? block.src
        missing.push(there.startsWith('data:') ? 'a picture within the text' : there)
        const words = `Picture: ${block.alt || block.caption || fileNameOf(there)}`
        const href = linkFrom(there, around)
        const link = href?.startsWith('https:') ? { type: 'link' as const, href, children: [words] } : words
        done.push({ type: 'p', children: [link] })
        if (block.alt && block.caption) done.push({ type: 'p', children: [block.caption] })
      }
    }
  }
  return done
}
