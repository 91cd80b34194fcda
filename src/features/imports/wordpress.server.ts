import { SaxesParser } from 'saxes'
import { decoded } from '#lib/url.ts'
import { CannotDo } from '#server/cannot-start.ts'
import { plainWords } from './foreign-text.server.ts'
import { countOne, findPiece, type OldPost, type Program, toMoment } from './old-site.server.ts'
import { type Piece, readStart, readText } from './parcel.server.ts'
import { toOldAddress } from './service.server.ts'
import { readSigns } from './wordpress-text.server.ts'

/** One `<item>`: the words of its elements, and what stands in those that come more than once. */
type Item = {
  words: Map<string, string>
  terms: { domain: string; slug: string; name: string }[]
  meta: Map<string, string[]>
  comments: number
}

/** What has to be known before the first post is read: pictures stand behind the posts that show them. */
type Index = { base: string; pictures: Map<string, Picture>; others: Map<string, number>; comments: number }
type Picture = { url: string; parent: string }

/** The export of a WordPress, in one file or, as WordPress.com packs it, in several. */
export const wordPress: Program = {
  is: async ({ texts }) => (await findPiece(texts, isExport)) !== undefined,
  async open({ texts }) {
    const exports: Piece[] = []
    for (const piece of texts) if (await isExport(piece)) exports.push(piece)
    const index: Index = { base: '', pictures: new Map(), others: new Map(), comments: 0 }
    for (const piece of exports) for await (const item of itemsOf(piece, index)) noteItem(index, item)
    return {
      program: 'WordPress',
      origin: index.base || null,
      async *posts() {
        for (const piece of exports) {
          for await (const item of itemsOf(piece, index)) if (isText(item)) yield toPost(item, index)
        }
      },
      others: othersOf(index),
    }
  },
}

async function isExport(piece: Piece): Promise<boolean> {
  const start = await readStart(piece, 4_096)
  return start.trimStart().startsWith('<') && /<rss\b/.test(start) && start.includes('wordpress.org/export/')
}

const word = ({ words }: Item, name: string) => words.get(name) ?? ''
const isText = (item: Item) => ['post', 'page'].includes(word(item, 'wp:post_type')) && !isNothing(item)
/** Thrown away there, or begun by the program itself. */
const isNothing = (item: Item) => ['trash', 'auto-draft', 'inherit'].includes(word(item, 'wp:status'))

function noteItem(index: Index, item: Item) {
  const type = word(item, 'wp:post_type')
  index.comments += item.comments
  if (type === 'attachment') {
    const picture = { url: word(item, 'wp:attachment_url'), parent: word(item, 'wp:post_parent') }
    index.pictures.set(word(item, 'wp:post_id'), picture)
  } else if (isText(item)) return
  else if (['post', 'page'].includes(type)) countOne(index.others, 'post in the bin')
  else countOne(index.others, type)
}

function othersOf({ others, comments }: Index): string[] {
  const counted = [...others].map(([type, count]) => `${count} of the kind “${type}”`)
  return [
    ...(counted.length > 0 ? [`What is no post and no page was left out: ${counted.join(', ')}.`] : []),
    ...(comments > 0 ? [`Comments of readers were left out, since pages here have none: ${comments}.`] : []),
  ]
}

function toPost(item: Item, index: Index): OldPost {
  const id = word(item, 'wp:post_id')
  const status = word(item, 'wp:status')
  const signs = new Map<string, number>()
  const terms = (domain: string) => item.terms.filter((term) => term.domain === domain)
  const [category = '', ...more] = terms('category')
    .filter(({ slug }) => slug !== 'uncategorized')
    .map(({ name }) => name)
  const heldBack = reasonOf(item)
  const ofPost = [...index.pictures.values()].filter(({ parent }) => parent === id)
  return {
    id: `wordpress ${index.base.replace(/^https?:\/\/(www\.)?/, '')} ${id}`,
    title: plainWords(word(item, 'title')),
    slug: decoded(word(item, 'wp:post_name')),
    addresses: addressesOf(item, index.base),
    isPublished: ['publish', 'future'].includes(status) && heldBack === null,
    heldBack,
    date:
      toMoment(word(item, 'wp:post_date_gmt')) ?? (status === 'draft' ? null : toMoment(word(item, 'wp:post_date'))),
    excerpt: plainWords(word(item, 'excerpt:encoded')),
    category,
    tags: [...more, ...terms('post_tag').map(({ name }) => name)],
    cover: index.pictures.get(item.meta.get('_thumbnail_id')?.[0] ?? '')?.url ?? '',
    html: readSigns(word(item, 'content:encoded'), {
      signs,
      picture: (wished) => index.pictures.get(wished)?.url ?? '',
      ownPictures: ofPost.map(({ url }) => url),
      notes: notesOf(item),
    }),
    signs,
  }
}

function reasonOf(item: Item): string | null {
  if (word(item, 'wp:post_type') === 'page') return 'a page, and not a post'
  if (word(item, 'wp:status') === 'private') return 'private'
  return word(item, 'wp:post_password') ? 'behind a password' : null
}

/** Its page, the short form WordPress leads on by itself, and the names it had before. */
function addressesOf(item: Item, base: string): string[] {
  const place = base.replace(/^https?:\/\/[^/]*/, '')
  const short = `${place}/?p=${word(item, 'wp:post_id')}`
  const [path = ''] = [word(item, 'link').replace(/^https?:\/\/[^/]*/, '')]
  const isShort = path === '' || path.includes('?')
  const folder = path.replace(/[^/]+\/?$/, '')
  const before = isShort ? [] : (item.meta.get('_wp_old_slug') ?? []).map((slug) => folder + slug)
  return [...(isShort ? [] : [path]), ...before, short].map((address) => {
    const [plain = '', search] = address.split('?')
    return toOldAddress(plain, search ? `?${search}` : '')
  })
}

function notesOf(item: Item): string[] {
  try {
    const notes: unknown = JSON.parse(item.meta.get('footnotes')?.[0] ?? '[]')
    return Array.isArray(notes) ? notes.map(({ content }) => String(content ?? '')) : []
  } catch {
    return []
  }
}

/** What a post may have, in letters: a chapter a thousand times as long is a trap. */
const longestWords = 20_000_000

/**
 * Item by item, however many there are. Entities other than XML's own are not known to the parser, and what a document
 * type says is not read, so nothing is fetched and nothing grows.
 */
async function* itemsOf(piece: Piece, index: Index): AsyncGenerator<Item> {
  const parser = new SaxesParser()
  const done: Item[] = []
  const path: string[] = []
  let item: Item | null = null
  let term: Item['terms'][number] | null = null
  let metaKey = ''
  let text = ''
  parser.on('error', ({ message }) => refuseDamaged(piece, message))
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    text = ''
    if (name === 'item') item = { words: new Map(), terms: [], meta: new Map(), comments: 0 }
    if (name === 'category') term = { domain: attributes.domain ?? '', slug: attributes.nicename ?? '', name: '' }
  })
  const write = (words: string) => {
    text += words
    if (text.length > longestWords) refuseDamaged(piece, 'an element of more than 20 million letters')
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.on('closetag', ({ name }) => {
    path.pop()
    const within = path.at(-1)
    if (name === 'wp:base_blog_url') index.base = text.trim().replace(/\/$/, '')
    if (!item) return
    if (name === 'item') {
      done.push(item)
      item = null
    } else if (name === 'category' && term) item.terms.push({ ...term, name: plainWords(text) })
    else if (name === 'wp:comment') item.comments++
    else if (name === 'wp:meta_key') metaKey = text
    else if (name === 'wp:meta_value' && keptMeta.has(metaKey)) {
      item.meta.set(metaKey, [...(item.meta.get(metaKey) ?? []), text])
    } else if (within === 'item') item.words.set(name, text)
  })
  for await (const chunk of readText(piece)) {
    // Old editors have left signs in texts that XML does not know.
    parser.write(chunk.replace(unwritable, ''))
    yield* done.splice(0)
  }
  parser.close()
  yield* done.splice(0)
}

const keptMeta = new Set(['_thumbnail_id', '_wp_old_slug', 'footnotes'])
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu

function refuseDamaged({ path }: Piece, fault: string): never {
  const what = fault.replace(/^\d+:\d+: /, '')
  throw new CannotDo(`${path} is damaged or cut short (${what}). Export it once more. Nothing was changed here.`)
}
