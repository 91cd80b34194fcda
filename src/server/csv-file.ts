import { byteOrderMark } from '#lib/csv.ts'

/** A file that any spreadsheet opens, written while it is read: a long one must not fill the memory. */
export function csvFile(name: string, lines: AsyncGenerator<string>): Response {
  return new Response(streamOf(lines), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark)),
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
