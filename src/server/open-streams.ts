import { AppError } from './errors.ts'

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Who takes a stream, and by which link; `mostPerLink` differs from link to link. */
export type Taker = { client: string; link: string; mostPerLink: number }

/** `mostByOneLink`: for one client and one link; `mostPerClient`: whatever the links, for a house may hold many readers. */
type Limits = { most: number; mostPerClient: number; mostByOneLink: number }

const oneMinute = 60_000
/** Four kilobytes a second, a quarter of what the slowest telephone network gives. */
const fewestBytes = 4 * 1_024 * 60

/**
 * At most so many streams at once, few of them for one client, one link or one client by one link, so that nobody takes
 * everybody's place; whoever comes then is asked to come back. One of which less is taken than the slowest line could is
 * ended, and so is, on the socket, one that stalls.
 */
export function createOpenStreams({ most, mostPerClient, mostByOneLink }: Limits) {
  const open = new Set<Taker>()
  const count = (isMeant: (taker: Taker) => boolean) => [...open].filter(isMeant).length
  const insistOnRoom = ({ client, link, mostPerLink }: Taker) => {
    if (count((taker) => taker.client === client && taker.link === link) >= mostByOneLink) {
      throw tooMany(
        'This book is being fetched several times at once from where you are. Let one of them finish first.',
      )
    }
    if (count((taker) => taker.client === client) >= mostPerClient) {
      throw tooMany('Many books are being fetched at once from where you are. Please try again in a minute.')
    }
    if (open.size < most && count((taker) => taker.link === link) < mostPerLink) return
    throw new AppError('busy', 'Many readers are fetching the book just now. Please try again in half a minute.', {
      headers: { 'retry-after': '30' },
    })
  }
  return {
    insistOnRoom,
    /** `cut` ends the connection of whoever is too slow. */
    async open(
      who: Taker,
      start: () => Promise<ReadableStream<Uint8Array>>,
      cut: () => void,
    ): Promise<ReadableStream<Uint8Array>> {
      insistOnRoom(who)
      // Two streams of the same taker are two.
      const taker = { ...who }
      open.add(taker)
      try {
        return watched(await start(), () => open.delete(taker), cut)
      } catch (error) {
        open.delete(taker)
        throw error
      }
    },
  }
}

function tooMany(words: string): AppError {
  return new AppError('too_many', words, { headers: { 'retry-after': '60' } })
}

/** The same bytes, and word once they are through, broken, wanted no longer or taken too slowly. */
function watched(source: ReadableStream<Uint8Array>, tell: () => void, cut: () => void): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let taken = 0
  const watch = setInterval(() => {
    if (taken < fewestBytes) {
      end()
      cut()
      // A file that cannot be closed either is nobody's any more, and no reason for the site to stop.
      reader.cancel().catch(() => {})
    }
    taken = 0
  }, oneMinute)
  watch.unref()
  function end() {
    clearInterval(watch)
    tell()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            end()
            return controller.close()
          }
          taken += value.length
          controller.enqueue(value)
        } catch (error) {
          end()
          controller.error(error)
        }
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead of whoever reads.
    { highWaterMark: 0 },
  )
}
