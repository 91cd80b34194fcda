import { posts } from '#features/blog/service.server.ts'
import { paths } from '#lib/paths.ts'
import { decoded } from '#lib/url.ts'
import type { Db } from '#server/db.ts'

/** Where the post that once had this address on another site stands now, if readers may see it. */
export async function findImported(db: Db, now: Date, path: string, search?: string): Promise<string | null> {
  const row = await db
    .selectFrom('old_addresses')
    .select('post_id')
    .where('address', '=', toOldAddress(path, search))
    .executeTakeFirst()
  const slug = row && (await posts.findSlugOut(db, row.post_id, now))
  return slug ? paths.post(slug) : null
}

const postNumber = /[?&]p(?:age_id)?=(\d{1,12})(?:&|$)/

/** WordPress has a second address for each post, by its number, and it stands behind the `?`. */
export function namesPost(url: string): boolean {
  return postNumber.test(url)
}

/** As it is kept and looked up: without its last slash, and however it was encoded. */
export function toOldAddress(path: string, search = ''): string {
  const plain = decoded(path).toLowerCase().replace(/\/$/, '') || '/'
  const [, number] = postNumber.exec(search) ?? []
  return number ? `${plain}?p=${number}` : plain
}
