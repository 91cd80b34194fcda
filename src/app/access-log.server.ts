import type { RequestListener } from 'node:http'
import { decoded } from '#lib/url.ts'
import type { Log } from '#server/log.ts'
import type { Route } from '#server/route-table.ts'

/**
 * A line for each answer, once it is over: nothing of who asked, and nothing that would open what she opened. `bytes` are
 * those of the whole answer; of what was broken off before any left there is no status.
 */
export function logAnswers(listener: RequestListener, table: readonly Route[], log: Log): RequestListener {
  const withoutKeys = hideKeys(table)
  return (request, response) => {
    const { method, url = '/', socket } = request
    const began = performance.now()
    const before = socket.bytesWritten
    response.once('close', () => {
      const bytes = socket.bytesWritten - before
      const status = bytes > 0 ? response.statusCode : null
      const milliseconds = Math.round((performance.now() - began) * 10) / 10
      const [path = ''] = url.split('?')
      log.info('answer', { method, path: withoutKeys(decoded(path)), status, bytes, milliseconds })
    })
    listener(request, response)
  }
}

/** Every door whose address is a key says so in the table: `/get/:token`. */
function hideKeys(table: readonly Route[]): (path: string) => string {
  const rooms = table.flatMap(({ path }) => {
    const [before = '', after] = path.split('/:token')
    return after === undefined ? [] : before.slice(before.lastIndexOf('/') + 1)
  })
  const key = new RegExp(`(^|[/\\\\])(${[...new Set(rooms)].join('|')})[/\\\\]+[^/\\\\]+`, 'gi')
  return (path) => path.replace(key, '$1$2/***')
}
