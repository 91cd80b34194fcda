import { bodyOf } from '#features/writing/body.server.ts'
import type { Format } from '#features/writing/contract.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { cardsFor } from './cards.server.ts'
import type { LetterText } from './emails.server.tsx'
import { hrefsIn } from './letter-parts.ts'
import { placeOf } from './service.server.ts'
import type { WrittenLetterRow } from './tables.server.ts'

type Words = { content: string; format: Format }
/** What has to be known of a letter to set it. */
export type LetterToRead = Words &
  Pick<WrittenLetterRow, 'title' | 'preview_line' | 'slug' | 'audience' | 'is_published' | 'welcome_days'>

/** Ready to be set. `counted`: none while it is only looked at. */
export async function readLetter(
  db: Db,
  deps: Pick<Deps, 'env' | 'now' | 'site'>,
  row: LetterToRead,
  counted: ReadonlyMap<string, string> = new Map(),
): Promise<LetterText> {
  const body = await bodyOf(db, row)
  return {
    subject: row.title,
    previewLine: row.preview_line,
    body,
    list: placeOf(row).list,
    webUrl: row.is_published === 1 ? deps.env.siteUrl + paths.letter(row.slug) : null,
    cards: await cardsFor(db, deps, hrefsIn(body)),
    counted,
  }
}
