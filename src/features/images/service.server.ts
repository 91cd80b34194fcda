import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { randomText } from '#server/ids.ts'
import { type Picture, pictureWidths, usualWidth } from './contract.ts'
import { colourOf, decodePicture, type Ending, encodePicture, encodings } from './picture.server.ts'

type Keeping = Pick<Deps, 'db' | 'files' | 'now'>

const endings = Object.keys(encodings) as Ending[]
const sizes = pictureWidths.flatMap((width) => endings.map((ending) => ({ width, ending })))

function keyOf(id: string, { width, ending }: (typeof sizes)[number]): string {
  return `image-${id}-${width}.${ending}`
}

/** Takes a picture in: decoded, and written anew in every size. */
export async function keepPicture(deps: Keeping, bytes: Uint8Array): Promise<Picture> {
  const decoded = await decodePicture(bytes)
  const { width, height } = decoded
  const id = randomText(16)
  const colour = await colourOf(decoded)
  // The row comes first: whatever happens now, the sweep knows what to look for.
  await deps.db
    .insertInto('images')
    .values({ id, width, height, colour, created_at: deps.now().toISOString(), unused_since: null })
    .execute()
  try {
    for (const size of sizes) {
      await deps.files.put(keyOf(id, size), await encodePicture(decoded, size.width, size.ending))
    }
  } catch (error) {
    await removePicture(deps, id)
    throw error
  }
  return { url: `/images/${id}`, width, height }
}

/** `size` as it stands in an address: `960.jpg`. */
export async function findPicture({ db, files }: Keeping, id: string, size: string) {
  const known = sizes.find(({ width, ending }) => `${width}.${ending}` === size)
  const row = known && (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst())
  const file = row && (await files.read(keyOf(row.id, known)))
  return file ? { ...file, type: encodings[known.ending].type } : null
}

/** A picture of ours in its usual size, for whoever draws it into another; null for any other address. */
export async function readPicture(deps: Keeping, url: string): Promise<Buffer | null> {
  const picture = await findPicture(deps, url.replace('/images/', ''), `${usualWidth}.jpg`)
  return picture && Buffer.from(await new Response(await picture.stream()).arrayBuffer())
}

/** How large the largest of its sizes is, of each of these addresses that is a picture's. */
export async function findPictureSizes(
  db: Db,
  urls: readonly string[],
): Promise<Map<string, Pick<Picture, 'width' | 'height'>>> {
  if (urls.length === 0) return new Map()
  const ids = urls.map((url) => url.replace('/images/', ''))
  const rows = await db.selectFrom('images').select(['id', 'width', 'height']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, width, height }) => [`/images/${id}`, { width, height }]))
}

/** One that was uploaded here, with the colour most of it has; null for any other address. */
export async function findOwnPicture(db: Db, url: string): Promise<(Picture & { colour: string | null }) | null> {
  const row = await db
    .selectFrom('images')
    .select(['width', 'height', 'colour'])
    .where('id', '=', url.replace('/images/', ''))
    .executeTakeFirst()
  return row ? { url, ...row } : null
}

const keptUnusedDays = 30

/** Pictures nothing has named for a month. Which are in use is known to whoever uses them. */
export async function forgetUnusedPictures(deps: Keeping, used: ReadonlySet<string>): Promise<void> {
  const now = deps.now()
  const oldest = new Date(now.getTime() - keptUnusedDays * 86_400_000).toISOString()
  for (const { id, unused_since } of await deps.db.selectFrom('images').selectAll().execute()) {
    const since = used.has(`/images/${id}`) ? null : (unused_since ?? now.toISOString())
    if (since !== null && since < oldest) await removePicture(deps, id)
    else if (since !== unused_since) {
      await deps.db.updateTable('images').set({ unused_since: since }).where('id', '=', id).execute()
    }
  }
}

/** The row goes last, so that nothing is left without one. */
async function removePicture({ db, files }: Keeping, id: string) {
  for (const size of sizes) await files.remove(keyOf(id, size))
  await db.deleteFrom('images').where('id', '=', id).execute()
}

/** Every picture with the files it is made of: one that lacks a size is an upload that is under way. */
export async function listPictureFiles(db: Db): Promise<string[][]> {
  const rows = await db.selectFrom('images').select('id').execute()
  return rows.map(({ id }) => sizesOf(id).map(({ key }) => key))
}

/** The files of one picture, the largest that everybody can open first. */
export function sizesOf(id: string): { key: string; width: number; ending: Ending }[] {
  return sizes.map((size) => ({ ...size, key: keyOf(id, size) })).reverse()
}
