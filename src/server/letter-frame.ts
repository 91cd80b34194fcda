import type { AppContext } from './route-table.ts'

/** A letter may hold what strangers typed: it may show itself, in a frame of ours, and nothing else. */
const letterHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
}

/** A letter for a frame, where a link must not lead anywhere: a new window is what a sandbox never opens. */
export function answerLetter(c: AppContext, html: string): Response | Promise<Response> {
  return c.html(html.replace('<head>', '<head><base target="_blank"/>'), 200, letterHeaders)
}
