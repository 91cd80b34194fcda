import { artEdition } from '#lib/art-urls.ts'
import { createDrawingHands } from './drawing-hands.ts'
import { type DrawingJob, type DrawingWish, endings, imagesIn, nameOfWish } from './drawing-wishes.ts'
import { createDrawnPictures, type Picture } from './drawn-pictures.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'

/**
 * Pictures drawn while the site runs, by a process beside this one (`app/draw-process.server.ts`), one at a time, and kept
 * in `folder`. A picture is called by everything that decides how it looks, so the same wish finds the same files, and an
 * address made of the name may be cached for ever.
 *
 * A page uses `atHand`, which never waits for a drawing: it says the name if the files are there; if not, it has them
 * drawn in the background and says null, and the page shows a lettered board. `onDrawn` is called when they are there.
 * A test that waits for all of it uses `want`. The door that serves a file knows what is drawn on
 * it and uses `get`, because another node, or a folder that was cleared, may not have it yet. Where something plain can
 * stand in, the door uses `soon`.
 */
export type Drawing = {
  /** what its files are called in front, once they are there; busy when too many wait */
  want: (wish: DrawingWish) => Promise<string>
  /** the same if they are there; otherwise null, and they are on their way */
  atHand: (wish: DrawingWish) => Promise<string | null>
  /** one file, drawn if it must be: `480.avif` */
  get: (wish: DrawingWish, ending: string) => Promise<Buffer>
  /** the same, if it is there within some seconds; null: it is on its way, or cannot be drawn */
  soon: (wish: DrawingWish, ending: string, longest?: number) => Promise<Buffer | null>
  /** what its files would be called in front; draws nothing */
  nameOf: (wish: DrawingWish) => string
  /** the process that draws, if there is one at this moment */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  folder: string
  /** where the pictures are that came with the program */
  shipped?: string
  /** the file of the program that draws */
  program: string
  log: Log
  now: () => Date
  /** a picture that pages show is there now, and was not before */
  onDrawn: () => void
  /** a picture of hers, as a JPEG */
  readImage?: (url: string) => Promise<Buffer | null>
  /** milliseconds `soon` waits, where nobody says otherwise */
  longestWait?: number
  mostWaiting?: number
  mostKept?: number
} & Parameters<typeof createDrawingHands<DrawingJob>>[1]

/** A drawing that failed is not tried again for a page before this: what makes it fail would fail it again. */
const afterFailure = 600_000

/** Who fetches a card for another site waits about ten seconds for it. */
const usualWait = 8_000

/** Of each kind: every book there can be has a cover (500), and those she has tried before may stay a while. */
const usuallyKept = 600

/** Anybody can ask for the card of any page, and for the picture of any story. */
const forStrangers: readonly DrawingWish['kind'][] = ['card', 'story']

export function createDrawing(options: Options): Drawing {
  const { folder, shipped, program, log, now, onDrawn, readImage, ...more } = options
  const { longestWait = usualWait, mostWaiting = 16, mostKept = usuallyKept, ...limits } = more
  const hands = createDrawingHands<DrawingJob>(program, limits)
  const pictures = createDrawnPictures({
    ...{ folder, mostWaiting, mostKept, ...(shipped ? { shipped } : {}) },
    onDrawn: (name) => {
      if (name.startsWith('cover-')) onDrawn()
    },
    onRoom: () => {
      const [next] = later.values()
      if (!next || isStopping) return
      later.delete(next.name)
      void begin(next)
    },
  })
  /** What pages wear and there was no room for: they ask once, and then not before the next save. */
  const later = new Map<string, Picture>()
  const failedAt = new Map<string, number>()
  let isStopping = false

  function pictureOf(wish: DrawingWish): Picture {
    const draw = async () => hands.draw({ wish, images: await readImages(imagesIn(wish)) })
    const isForStrangers = forStrangers.includes(wish.kind)
    return { name: nameOf(wish), endings: endings[wish.kind], draw, isForStrangers }
  }

  async function readImages(urls: readonly string[]): Promise<Record<string, string>> {
    const images: Record<string, string> = {}
    for (const url of urls) {
      const jpeg = await readImage?.(url)
      if (jpeg) images[url] = `data:image/jpeg;base64,${jpeg.toString('base64')}`
    }
    return images
  }

  /** In the background, for somebody who does not wait, or not for long: it never fails. */
  async function begin(picture: Picture): Promise<void> {
    const failed = failedAt.get(picture.name)
    if (failed !== undefined && now().getTime() - failed < afterFailure) return
    await pictures.obtain(picture).catch((error) => {
      if (isStopping) return
      if (error instanceof AppError) {
        // Too many are waiting. Whoever wants a card asks again.
        if (!picture.isForStrangers && later.size < mostKept) later.set(picture.name, picture)
        return
      }
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
      void begin(picture)
      return null
    },
    async get(wish, ending) {
      if (!endings[wish.kind].includes(ending)) throw new AppError('not_found', 'There is nothing at this address.')
      return pictures.get(pictureOf(wish), ending)
    },
    async soon(wish, ending, longest = longestWait) {
      if (!endings[wish.kind].includes(ending)) return null
      const picture = pictureOf(wish)
      if (!(await pictures.isThere(picture))) await noLonger(longest, begin(picture))
      return (await pictures.isThere(picture)) ? pictures.get(picture, ending) : null
    },
    pid: hands.pid,
    stop() {
      isStopping = true
      return hands.stop()
    },
  }
}

function nameOf(wish: DrawingWish): string {
  return nameOfWish(wish, artEdition)
}

async function noLonger(longest: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}
