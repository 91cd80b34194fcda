import { escapeXml } from '#lib/xml.ts'
import type { WayOn } from '#server/errors.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { buttonClass } from '#ui/button.tsx'
import type { Assets } from './assets.server.ts'
import { isClosed } from './closed-pages.server.ts'

/** What is nobody's fault and needs no letter about it. */
const titles: Record<number, string> = { 401: 'You are signed out', 410: 'This one is closed' }

/**
 * What a reader sees when no page can be made for her. Not rendered by React, which may be what failed; the words are
 * those of the JSON answer: ours, and of a closed link also hers. They never repeat what a request brought along.
 */
export async function errorPage(answer: Response, assets: Assets, site: SiteSnapshot): Promise<Response> {
  const { message, wayOn, requestId } = (await answer.json()) as { message: string; wayOn?: WayOn; requestId: string }
  const action =
    wayOn && !isClosed(site, 'GET', wayOn.href)
      ? `<p class="mt-8"><a class="${buttonClass({})}" href="${wayOn.href}">${wayOn.label}</a></p>`
      : ''
  const expected = titles[answer.status]
  const title = expected ?? 'This page did not open'
  const mention = expected ? '' : `<p class="small mt-6 text-faint">If you write about this, mention ${requestId}.</p>`
  const { style, styles } = assets.forPage('src/app/entry-site.tsx', '')
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const page = `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><title>${title} | ${escapeXml(site.author.name)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${style}</style>${links}</head><body><main class="column section-space"><h1 class="title-1">${title}</h1><p class="lead mt-4 text-muted">${escapeXml(message)}</p>${action}<p class="mt-6"><a class="link inline-flex min-h-11 items-center" href="/">Home</a></p>${mention}</main></body></html>`
  const headers = new Headers(answer.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.delete('content-length')
  return new Response(page, { status: answer.status, headers })
}
