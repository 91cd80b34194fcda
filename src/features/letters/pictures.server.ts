import { bodyOf } from '#features/writing/body.server.ts'
import type { Format } from '#features/writing/contract.ts'
import type { Db } from '#server/db.ts'

type Words = { content: string; format: Format }

/** One that was thrown away since would be a hole in everybody's letter. */
export async function isPictureGone(db: Db, words: Words): Promise<boolean> {
  return (await bodyOf(db, words)).some((block) => block.type === 'figure' && block.width === undefined)
}
