import { CannotDo } from '#server/cannot-start.ts'
import { plainWords } from './foreign-text.server.ts'
import { asJson, asList, asText, type Json, readLexical, readMarkdown, readMobiledoc } from './ghost-cards.server.ts'
import { findPiece, type OldPost, type OldSite, type Program, toMoment } from './old-site.server.ts'
import { type Piece, readPiece, readStart } from './parcel.server.ts'
import { toOldAddress } from './service.server.ts'

/** All of it has to be read at once: it is one object. A thousand novellas are a tenth of this. */
const largestExport = 150_000_000

/** The export of a Ghost: its tables, in one JSON. */
export const ghost: Program = {
  is: async ({ texts }) => (await findPiece(texts, isTables)) !== undefined,
  async open({ texts }) {
    const piece = await findPiece(texts, isTables)
    if (!piece) throw new Error('an export is opened once it is known for one')
    return siteOf(await tablesIn(piece))
  },
}

async function isTables(piece: Piece): Promise<boolean> {
  return /^\s*\{\s*"(db|meta|data)"\s*:/.test(await readStart(piece, 256))
}

async function tablesIn(piece: Piece): Promise<Json> {
  const bytes = await readPiece(piece, largestExport)
  if (!bytes) throw new CannotDo(`${piece.path} is larger than 150 MB. Nothing was changed here.`)
  let whole: Json
  try {
    whole = asJson(JSON.parse(bytes.toString().replace(/^\uFEFF/, '')))
  } catch {
    throw new CannotDo(`${piece.path} is damaged or cut short. Export it once more. Nothing was changed here.`)
  }
  const data = asJson(asJson(asList(whole.db)[0] ?? whole).data)
  if (Array.isArray(data.posts)) return data
  throw new CannotDo(`${piece.path} holds no posts. Export the whole site of Ghost, and name that file.`)
}

function siteOf(tables: Json): OldSite {
  const rows = (name: string) => asList(tables[name]).map(asJson)
  const tagNames = new Map(
    rows('tags')
      // Those that begin so were never shown.
      .filter(({ name, visibility }) => visibility !== 'internal' && !asText(name).startsWith('#'))
      .map(({ id, name }) => [asText(id), asText(name)]),
  )
  const tagged = new Map<string, Json[]>()
  for (const row of rows('posts_tags')) {
    const post = asText(row.post_id)
    tagged.set(post, [...(tagged.get(post) ?? []), row])
  }
  const more = new Map(rows('posts_meta').map((meta) => [asText(meta.post_id), meta]))
  const people = rows('members').length
  return {
    program: 'Ghost',
    // Ghost writes none: its own addresses stand there under a name that stands for it.
    origin: null,
    async *posts() {
      for (const post of rows('posts')) {
        const rowsOfTags = (tagged.get(asText(post.id)) ?? []).toSorted(
          (a, b) => Number(a.sort_order) - Number(b.sort_order),
        )
        const tags = rowsOfTags.flatMap(({ tag_id }) => tagNames.get(asText(tag_id)) ?? [])
        yield toPost(post, tags, more.get(asText(post.id)) ?? {})
      }
    },
    others: people > 0 ? [`${people} members stand in it.`] : [],
  }
}

function toPost(post: Json, [category = '', ...tags]: string[], meta: Json): OldPost {
  const slug = asText(post.slug)
  const status = asText(post.status)
  const heldBack = reasonOf(post, meta)
  return {
    id: `ghost ${asText(post.uuid) || asText(post.id)}`,
    title: asText(post.title).replace(/\s+/g, ' ').trim(),
    slug,
    addresses: slug ? [toOldAddress(`/${slug}`)] : [],
    isPublished: ['published', 'scheduled'].includes(status) && heldBack === null,
    heldBack,
    date: momentOf(post.published_at),
    excerpt: plainWords(asText(post.custom_excerpt) || asText(meta.meta_description)),
    category,
    tags,
    cover: withoutPlaceholder(asText(post.feature_image)),
    html: withoutPlaceholder(htmlOf(post)),
    signs: new Map(),
  }
}

/** In milliseconds once, in words today. */
function momentOf(value: unknown): string | null {
  return typeof value === 'number' ? new Date(value).toISOString() : toMoment(asText(value))
}

/** What readers got; where that was not written down, what it was made of. */
function htmlOf(post: Json): string {
  const [html, lexical, mobiledoc, markdown] = ['html', 'lexical', 'mobiledoc', 'markdown'].map((key) =>
    asText(post[key]),
  )
  try {
    return (
      html ||
      (lexical && readLexical(lexical)) ||
      (mobiledoc && readMobiledoc(mobiledoc)) ||
      readMarkdown(markdown ?? '')
    )
  } catch {
    return asText(post.plaintext)
  }
}

/** Its own addresses become paths. */
function withoutPlaceholder(text: string): string {
  return text.replaceAll('__GHOST_URL__', '')
}

const gated = /kg-gated-block:begin[^>]{0,200}nonMember:false|"nonMember":\s?false|"showOnWeb":\s?false/

function reasonOf(post: Json, meta: Json): string | null {
  if (post.type === 'page' || post.page === 1 || post.page === true) return 'a page, and not a post'
  if (post.status === 'sent' || meta.email_only === true || meta.email_only === 1)
    return 'sent by mail and never on a page'
  const visibility = asText(post.visibility) || 'public'
  if (visibility !== 'public') return 'for members only'
  const hasHidden = ['html', 'lexical', 'mobiledoc'].some((key) => gated.test(asText(post[key])))
  return hasHidden ? 'partly for members only' : null
}
