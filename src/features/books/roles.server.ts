import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged } from '#server/site-facts.ts'
import type { Roles, RolesInput } from './contract.ts'
import type { BookRoleRow } from './tables.server.ts'

/** Whichever books she gives away; one in the bin is given to nobody until it is taken out. */
export async function readRoles(db: Db): Promise<Roles> {
  const rows = await heldRoles(db)
  const idOf = (role: BookRoleRow['role']) => rows.find((row) => row.role === role)?.book_id ?? null
  return { advance: idOf('advance'), free: idOf('free') }
}

export function heldRoles(db: Db) {
  return db
    .selectFrom('book_roles')
    .innerJoin('books', 'books.id', 'book_roles.book_id')
    .select(['book_roles.role', 'book_roles.book_id', 'book_roles.file_name'])
    .where('books.deleted_at', 'is', null)
    .execute()
}

/** From here on these are the books that are given away; null: none is. Whichever is not named stays. */
export async function giveRoles(deps: Deps, { advance, free }: RolesInput): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (advance !== undefined) await setRole(tx, 'advance', advance)
    if (free !== undefined) await setRole(tx, 'free', free)
    await markContentChanged(tx, deps.now())
  })
  await deps.siteChanged()
}

async function setRole(tx: Db, role: BookRoleRow['role'], id: string | null): Promise<void> {
  if (id === null) return void (await tx.deleteFrom('book_roles').where('role', '=', role).execute())
  const book = await tx
    .selectFrom('books')
    .select(['slug', 'is_published'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!book) throw unfit(role, 'That book is not on the shelf any more. Load the page again, then choose.')
  const held = await tx.selectFrom('book_roles').select('book_id').where('role', '=', role).executeTakeFirst()
  // It keeps the name its file has, whatever becomes of its address; and hidden meanwhile, it stays what it was.
  if (held?.book_id === id) return
  if (role === 'advance' && book.is_published === 0) {
    throw unfit(role, 'A hidden book cannot be the advance copy: its page would tell of it. Show it first.')
  }
  const row = { book_id: id, file_name: `${book.slug}.epub` }
  await tx
    .insertInto('book_roles')
    .values({ role, ...row })
    .onConflict((conflict) => conflict.column('role').doUpdateSet(row))
    .execute()
}

function unfit(role: BookRoleRow['role'], words: string): AppError {
  return new AppError('conflict', words, { fields: { [role]: words } })
}

/** What a book that is removed leaves behind, each in a sentence. */
export async function leavesBehind({ db }: Deps, id: string): Promise<string[]> {
  const roles = await readRoles(db)
  return [
    ...(roles.advance === id
      ? [
          'It was your advance copy: nobody can ask for it until you offer another. Letters already sent lead to that one.',
        ]
      : []),
    ...(roles.free === id
      ? ['It was your free book: links already sent still open its file. Choose another before you write to readers.']
      : []),
  ]
}
