import { filePaths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { forAMinute, forEver } from './caching.server.ts'
import { iconMark, iconsOf } from './share-cards.server.ts'

/** The icons of her site, and what a home screen is told about it. */
export function iconRoutes(deps: Deps): Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, access: 'public', handle })
  return [
    // Browsers ask for this one by its old fixed name.
    get('/favicon.ico', (c) => answer(deps, c, 'ico', oneDay)),
    get('/icons/:file', (c) => answerIcon(deps, c)),
    get(filePaths.manifest, (c) =>
      c.body(JSON.stringify(manifestOf(deps)), 200, {
        'content-type': 'application/manifest+json',
        'cache-control': 'public, max-age=3600',
      }),
    ),
  ]
}

const oneDay = 'public, max-age=86400'

function answerIcon(deps: Deps, c: AppContext): Promise<Response> {
  const [, mark, ending = ''] = c.req.param('file')?.match(/^([a-z0-9]+)\.((?:\d+\.)?[a-z]+)$/) ?? []
  return answer(deps, c, ending, mark === iconMark(deps.site()) ? forEver : forAMinute)
}

const types: Record<string, string> = { svg: 'image/svg+xml', ico: 'image/x-icon', png: 'image/png' }

/** Hers, if they are drawn in time; else those of the house, for a minute. */
async function answer({ drawing, site }: Deps, c: AppContext, ending: string, caching: string): Promise<Response> {
  const { standIns } = await import('./stand-ins.server.ts')
  const standIn = standIns.icons.get(ending)
  if (!standIn) throw new AppError('not_found', 'There is nothing at this address.')
  const drawn = await drawing.soon(iconsOf(site()), ending)
  return c.body(new Uint8Array(drawn ?? standIn), 200, {
    'content-type': types[ending.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'cache-control': drawn ? caching : forAMinute,
    // Opened by itself, a drawing is a document: one that may do nothing but colour itself.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
}

function manifestOf({ site }: Deps): object {
  const { name } = site().author
  const mark = iconMark(site())
  const icon = (size: number) => ({
    src: filePaths.icon(mark, `${size}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
  })
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: '#0e0f13',
    theme_color: '#0e0f13',
    icons: [icon(192), icon(512)],
  }
}
