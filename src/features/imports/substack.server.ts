import { csvRecords } from '#lib/csv.ts'
import { decoded, toUrl } from '#lib/url.ts'
import { escapeXml } from '#lib/xml.ts'
import { CannotDo } from '#server/cannot-start.ts'
import { longestHtml } from './foreign-text.server.ts'
import { findPiece, type OldPost, type Program, toMoment } from './old-site.server.ts'
import { type Piece, readPiece, readStart } from './parcel.server.ts'
import { toOldAddress } from './service.server.ts'

const largestTable = 50_000_000

/** The export of a Substack: a table of posts, and the text of each in a file that is named after it. */
export const substack: Program = {
  is: async ({ texts }) => (await findPiece(texts, isTableOfPosts)) !== undefined,
  async open({ texts: pieces }) {
    const table = await findPiece(pieces, isTableOfPosts)
    if (!table) throw new Error('an export is opened once it is known for one')
    const texts = new Map(pieces.map((piece) => [piece.path.split('/').at(-1) ?? '', piece]))
    const rows = await rowsOf(table)
    return {
      program: 'Substack',
      origin: await originOf(rows, texts),
      async *posts() {
        for (const row of rows) yield toPost(row, await textOf(row, texts))
      },
      others: [],
    }
  },
}

async function isTableOfPosts(table: Piece): Promise<boolean> {
  const [heading = ''] = (await readStart(table, 4_096)).split('\n', 1)
  return heading.includes('post_id,') && heading.includes('is_published')
}

type Row = (column: string) => string
type Texts = ReadonlyMap<string, Piece>

async function rowsOf(table: Piece): Promise<Row[]> {
  const bytes = await readPiece(table, largestTable)
  if (!bytes) throw new CannotDo(`${table.path} is larger than 50 MB. Nothing was changed here.`)
  const text = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  const [heading = [], ...records] = csvRecords(text, ',')
  return records
    .filter((cells) => cells.length > 1)
    .map(
      (cells): Row =>
        (column) =>
          cells[heading.indexOf(column)]?.trim() ?? '',
    )
}

async function textOf(row: Row, texts: Texts): Promise<string> {
  const piece = texts.get(`${row('post_id')}.html`)
  const bytes = piece && (await readPiece(piece, longestHtml))
  return bytes?.toString() ?? ''
}

/** No line says where it stood, but the buttons below the texts lead there. */
async function originOf(rows: readonly Row[], texts: Texts): Promise<string | null> {
  for (const row of rows) {
    const [found] = (await textOf(row, texts)).match(/https:\/\/[\w.-]+\/subscribe\b/) ?? []
    if (found) return toUrl(found)?.origin ?? null
  }
  return null
}

function toPost(row: Row, html: string): OldPost {
  const [, number = '', slug = ''] = /^(\d{1,20})\.?(.*)$/.exec(row('post_id')) ?? []
  const heldBack = reasonOf(row)
  const recording = row('podcast_url')
  const player = recording ? `<audio src="${escapeXml(recording)}"></audio>` : ''
  return {
    id: `substack ${number || row('post_id')}`,
    title: row('title').replace(/\s+/g, ' '),
    slug: decoded(slug),
    addresses: slug ? [toOldAddress(`/p/${slug}`)] : [],
    isPublished: /^true$/i.test(row('is_published')) && heldBack === null,
    heldBack,
    date: toMoment(row('post_date')),
    excerpt: row('subtitle'),
    category: '',
    tags: [],
    cover: '',
    html: player + html,
    signs: new Map(),
  }
}

function reasonOf(row: Row): string | null {
  if (row('type') === 'page') return 'a page, and not a post'
  if (!/^true$/i.test(row('is_published'))) return null
  return ['everyone', ''].includes(row('audience')) ? null : 'for subscribers only'
}
