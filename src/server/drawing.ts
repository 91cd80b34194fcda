import { createHash } from 'node:crypto'
import { artEdition } from '#lib/art-urls.ts'
import { createDrawingHands, type DrawingProgram } from './drawing-hands.ts'
import { type DrawingWish, endings } from './drawing-wishes.ts'
import { createDrawnPictures, type Picture } from './drawn-once.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'

/**
 * Pictures drawn while the site runs, by a process beside this one (`app/draw-process.server.ts`), one at a time, and kept
 * in `folder`. A picture is called by everything that decides how it looks, so the same wish finds the same files, and an
 * address made of the name may be cached for ever.
 *
 * A page uses `atHand`, which never waits for a drawing: it says the name if the files are there; if not, it has them
 * drawn in the background and says null, and the page shows a lettered board. `onDrawn` is called when they are there.
 * A job, or a screen on which somebody waits to see it, uses `want`. The door that serves a file knows what is drawn on
 * it and uses `get`, because another node, or a folder that was cleared, may not have it yet.
 */
export type Drawing = {
  /** what its files are called in front, once they are there; busy when too many wait */
  want: (wish: DrawingWish) => Promise<string>
  /** the same if they are there; otherwise null, and they are on their way */
  atHand: (wish: DrawingWish) => Promise<string | null>
  /** one file, drawn if it must be: `400.avif` */
  get: (wish: DrawingWish, ending: string) => Promise<Buffer>
  /** what its files would be called in front; draws nothing */
  nameOf: (wish: DrawingWish) => string
  /** the process that draws, if there is one at this moment */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  folder: string
  program: DrawingProgram
  log: Log
  now: () => Date
  /** a picture that pages show is there now, and was not before */
  onDrawn: () => void
  mostWaiting?: number
  mostKept?: number
} & Parameters<typeof createDrawingHands>[1]

/** A drawing that failed is not tried again for a page before this: what makes it fail would fail it again. */
const afterFailure = 600_000

export function createDrawing(options: Options): Drawing {
  const { folder, program, log, now, onDrawn, mostWaiting = 16, mostKept = 400, ...limits } = options
  const hands = createDrawingHands<DrawingWish>(program, limits)
  const pictures = createDrawnPictures({
    ...{ folder, mostWaiting, mostKept },
    onDrawn: (name) => {
      if (name.startsWith('cover-')) onDrawn()
    },
  })
  const failedAt = new Map<string, number>()
  let isStopping = false

  function pictureOf(wish: DrawingWish): Picture {
    return { name: nameOf(wish), endings: endings[wish.kind], draw: () => hands.draw(wish) }
  }

  /** In the background, for somebody who does not wait. */
  function begin(picture: Picture): void {
    const failed = failedAt.get(picture.name)
    if (failed !== undefined && now().getTime() - failed < afterFailure) return
    pictures.obtain(picture).catch((error) => {
      // Too many are waiting, or the site is stopping: a later page asks again.
      if (error instanceof AppError || isStopping) return
      if (failedAt.size >= 1_000) failedAt.clear()
      failedAt.set(picture.name, now().getTime())
      log.error('a picture could not be drawn', { name: picture.name, error })
    })
  }

  return {
    nameOf,
    async want(wish) {
      const picture = pictureOf(wish)
      if (!(await pictures.isThere(picture))) await pictures.obtain(picture)
      return picture.name
    },
    async atHand(wish) {
      const picture = pictureOf(wish)
      if (await pictures.isThere(picture)) return picture.name
      begin(picture)
      return null
    },
    async get(wish, ending) {
      if (!endings[wish.kind].includes(ending)) throw new AppError('not_found', 'There is nothing at this address.')
      return pictures.get(pictureOf(wish), ending)
    },
    pid: hands.pid,
    stop() {
      isStopping = true
      return hands.stop()
    },
  }
}

/** Everything that decides how it looks: what draws, and what is drawn. */
function nameOf(wish: DrawingWish): string {
  const parts = Object.entries(wish).sort(([a], [b]) => (a < b ? -1 : 1))
  const key = createHash('sha256')
    .update(JSON.stringify([artEdition, parts]))
    .digest('hex')
  return `${wish.kind}-${key.slice(0, 24)}`
}
