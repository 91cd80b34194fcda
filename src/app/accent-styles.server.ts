import { type Accent, type AccentTokens, accents, isAccentName, nearestAccent } from '#lib/accents.ts'
import { type Author, usualAccent } from '#lib/author.ts'
import { AppError } from '#server/errors.ts'
import type { Route } from '#server/route-table.ts'

/** The style sheet of another colour than the house's own; null where that holds. */
export function accentSheet({ accent }: Author): string | null {
  if (accent === usualAccent || (!accent.startsWith('#') && !isAccentName(accent))) return null
  return `/accents/${accent.replace('#', '').toLowerCase()}.css`
}

/** What such a sheet says never changes: another colour has another address. */
export const accentRoute: Route = {
  method: 'GET',
  path: '/accents/:file',
  access: 'public',
  handle: (c) => {
    const [, name = ''] = c.req.param('file')?.match(/^([a-z]{2,12}|[0-9a-f]{6})\.css$/) ?? []
    const accent = isAccentName(name) ? accents[name] : /^[0-9a-f]{6}$/.test(name) ? nearestAccent(`#${name}`) : null
    if (!accent) throw new AppError('not_found', 'There is nothing at this address.')
    const headers = {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    }
    return c.body(sheetOf(accent), 200, headers)
  },
}

/** The places in which tokens.css says them. */
function sheetOf({ paper, night, sepia, black }: Accent): string {
  const both = Object.fromEntries(names.map((name) => [name, `light-dark(${paper[name]},${night[name]})`]))
  return [
    rule(':root,.reader,[data-swatch]', both),
    rule('[data-swatch="sepia"],:root[data-reading~="sepia"] .reader', sepia),
    rule('[data-swatch="black"],:root[data-reading~="black"] .reader', black),
  ].join('\n')
}

const names: (keyof AccentTokens)[] = ['accent', 'accent-hover', 'on-accent', 'link', 'focus']

function rule(selector: string, values: Record<string, string>): string {
  return `${selector}{${names.map((name) => `--${name}:${values[name]}`).join(';')}}`
}
