import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'

const mostPerMinute = 30
/** Twice what a browser says of one thing a page tried. */
const bodyMax = 4 * 1024

/** Browsers tell us here when a page tried something its policy forbids. Logged, capped, never answered with words. */
export function cspReportRoute({ log, now }: Deps): Route {
  let minute = 0
  let count = 0
  return {
    method: 'POST',
    path: '/api/csp-report',
    access: 'public',
    bodyMax,
    handle: async (c) => {
      const report = await c.req.text()
      const thisMinute = Math.floor(now().getTime() / 60_000)
      count = thisMinute === minute ? count + 1 : 1
      minute = thisMinute
      // Anyone may post here, so the log takes only so much of it.
      if (count <= mostPerMinute) log.warn('content security policy', { report })
      return c.body(null, 204)
    },
  }
}
