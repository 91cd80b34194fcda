import { bookLetterWords } from '#features/campaigns/book-letter-words.ts'
import { freeBookLetter } from '#features/campaigns/emails.server.tsx'
import { letterByHandWords } from '#features/downloads/gift-words.ts'
import { letterByHand } from '#features/downloads/letter-by-hand.server.ts'
import { freeBookOf } from '#features/downloads/service.server.ts'
import { arcLetterWords } from '#features/newsletter/arc-words.ts'
import { arcLetter, confirmLetter, welcomeLetter } from '#features/newsletter/emails.server.tsx'
import { confirmLetterWords, welcomeLetterWords } from '#features/newsletter/newsletter-words.ts'
import type { LetterView } from '#features/words/contract.ts'
import { letterFramePath } from '#features/words/owner-queries.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { answerLetter } from '#server/letter-frame.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { readDraftSite } from './site.server.ts'

type View = Omit<LetterView, 'hasHtml'> & { html: string | null }
type Place = { siteUrl: string } & SiteSnapshot

/** A letter as it will be, from what she is typing, with links that lead nowhere. One with two occasions is shown for both. */
const views: Record<string, (place: Place) => View[]> = {
  [confirmLetterWords.name]: (place) => [{ label: '', ...confirmLetter(place, '…') }],
  [welcomeLetterWords.name]: (place) => [{ label: '', ...welcomeLetter(place, leaveUrl(place)) }],
  [arcLetterWords.name]: (place) => {
    const book = place.arcBook ?? { id: '', slug: 'book', title: 'the next book', publicationDate: null, shops: [] }
    return [
      { label: 'Before the book is out', ...arcLetter(place, leaveUrl(place), book, 'before') },
      { label: 'Once it is out', ...arcLetter(place, leaveUrl(place), book, 'after') },
    ]
  },
  [bookLetterWords.name]: (place) => {
    const links = { getUrl: `${place.siteUrl}/get/…`, unsubscribeUrl: leaveUrl(place) }
    return [{ label: '', ...freeBookLetter({ ...place, title: freeBookOf(place).title }, links) }]
  },
  [letterByHandWords.name]: (place) => [{ label: '', ...letterByHand(place, freeBookOf(place).file), html: null }],
}

function leaveUrl({ siteUrl }: Place): string {
  return `${siteUrl}/unsubscribe/…`
}

async function viewsOf(deps: Deps, name: string): Promise<View[]> {
  const show = Object.hasOwn(views, name) ? views[name] : undefined
  if (!show) throw new AppError('not_found', 'There is no such letter.')
  return show({ siteUrl: deps.env.siteUrl, ...(await readDraftSite(deps, '')) })
}

/** Its subject and its words alone. */
export function letterViewsRoute(deps: Deps): Route {
  return {
    method: 'GET',
    path: '/api/owner/pages/:name/letter',
    access: 'owner',
    handle: async (c) => {
      const shown = await viewsOf(deps, c.req.param('name') ?? '')
      return c.json(shown.map(({ label, subject, text, html }) => ({ label, subject, text, hasHtml: html !== null })))
    },
  }
}

/** The letter itself, for a frame of the desk. */
export function letterFrameRoute(deps: Deps): Route {
  return {
    method: 'GET',
    path: letterFramePath,
    access: 'owner',
    handle: async (c: AppContext) => {
      const html = (await viewsOf(deps, c.req.query('name') ?? ''))[Number(c.req.query('view') ?? 0)]?.html
      if (!html) throw new AppError('not_found', 'There is no such letter.')
      return answerLetter(c, html)
    },
  }
}
