import { findWorkingCopy, listUnsaved } from '#features/writing/autosave.server.ts'
import { wordsOf } from '#features/writing/body.server.ts'
import type { Db } from '#server/db.ts'
import { type Catalogue, catalogueOf, readRows } from './catalogue.server.ts'
import { type BookInput, bookInput, newBookSlug } from './contract.ts'
import { blankTexts, bookOf, type Texts, textsOf } from './fields.ts'
import { columnsOf } from './rows.server.ts'
import { pictureOf, toOwnerBook } from './service.server.ts'
import type { BookRow } from './tables.server.ts'

/** A book as she is typing it: what cannot be kept yet is shown as it was saved. */
type Draft = Omit<BookRow, 'version' | 'created_at' | 'deleted_at'>

/** The shelves as they will be once she has saved what she is typing. `slug` is the book she looks at, hidden or not. */
export async function readDraftCatalogue(db: Db, slug: string | null, worn: readonly string[]): Promise<Catalogue> {
  const saved = await db.selectFrom('books').selectAll().where('deleted_at', 'is', null).execute()
  const drafts: Draft[] = []
  for (const { itemId } of await listUnsaved({ db }, 'book')) {
    const copy = await findWorkingCopy({ db }, { kind: 'book', itemId })
    const before = saved.find(({ id }) => id === itemId)
    const isNew = itemId === 'new' && slug === newBookSlug
    const draft = copy && (before || isNew) && (await toDraft(db, itemId, copy.fields as Texts, before ?? null))
    if (draft) drafts.push(draft)
  }
  const { rows, series, roles } = await readRows(db)
  const others = rows.filter(({ id }) => !drafts.some((draft) => draft.id === id))
  const all = [...others, ...drafts].sort((one, other) => one.position - other.position)
  const shown = all.map((row) => (row.slug === slug ? { ...row, is_published: 1 as const } : row))
  return {
    ...catalogueOf({ rows: shown, series, roles }, worn),
    bookDrafts: new Map(drafts.map((draft) => [draft.id, draft])),
  }
}

/** Without the fields that cannot be kept yet: what she is in the middle of must not hide the rest. */
function readInput(typed: Record<string, unknown>): BookInput | null {
  const parsed = bookInput.safeParse(typed)
  if (parsed.success) return parsed.data
  const faulty = parsed.error.issues.map(({ path }) => String(path[0]))
  const rest = Object.fromEntries(Object.entries(typed).filter(([name]) => !faulty.includes(name)))
  return bookInput.safeParse(rest).data ?? null
}

async function toDraft(db: Db, id: string, typed: Texts, before: BookRow | null): Promise<Draft | null> {
  const texts = { ...(before ? textsOf(toOwnerBook(before, 'published')) : blankTexts), ...typed }
  const input = readInput(bookOf({ ...texts, title: texts.title?.trim() || before?.title || 'Untitled' }))
  if (!input) return null
  const picture = await pictureOf(db, input, input.cover?.kind === 'pack' ? input.cover : null).catch(() => null)
  const format = input.format ?? before?.format ?? 'prose'
  const words = wordsOf({ content: input.content, format })
  return {
    ...columnsOf(
      { ...input, picture, cover: input.cover?.kind === 'image' && !picture ? null : input.cover },
      before,
      words,
    ),
    id,
    // Its address stays the one the page beside the form is at.
    slug: before?.slug ?? newBookSlug,
    title: input.title,
    content: input.content,
    format,
    cover_image: null,
    is_published: input.isPublished ? 1 : 0,
    is_sample: 0,
    updated_at: before?.updated_at ?? '',
    position: before?.position ?? Number.MAX_SAFE_INTEGER,
  }
}
