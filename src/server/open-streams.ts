import { AppError } from './errors.ts'

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** At most so many streams at once; whoever comes then is asked to come back. The socket ends those that stall. */
export function createOpenStreams(most: number) {
  let open = 0
  const insistOnRoom = () => {
    if (open < most) return
    throw new AppError('busy', 'Many readers are fetching the book just now. Please try again in half a minute.', {
      headers: { 'retry-after': '30' },
    })
  }
  return {
    insistOnRoom,
    async open(start: () => Promise<ReadableStream<Uint8Array>>): Promise<ReadableStream<Uint8Array>> {
      insistOnRoom()
      open++
      try {
        return tellEnd(await start(), () => open--)
      } catch (error) {
        open--
        throw error
      }
    },
  }
}

/** The same bytes, and word once they are through, broken or wanted no longer. */
function tellEnd(source: ReadableStream<Uint8Array>, tell: () => void): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let isOver = false
  const end = () => {
    if (!isOver) tell()
    isOver = true
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          end()
          controller.close()
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
