import type { Block } from '#features/writing/contract.ts'
import { toLetterText } from '#features/writing/letter-text.ts'
import { toLetterHtml } from '#features/writing/prose-html.ts'
import { pageAt } from '#lib/site-pages.ts'
import { letterInks, type Signature, type Written } from '#server/letter-html.tsx'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'

type Place = { siteUrl: string; author: Signature } & Pick<SiteSnapshot, 'pages'>

/** What tells whether a page is turned off. */
export function closedIn({ pages }: Pick<Place, 'pages'>): (path: string) => boolean {
  return (path) => {
    const key = pageAt(path)
    return key !== null && !isPageOpen({ pages }, key)
  }
}

/** Prose for a letter, in its two parts. A link to a page that is turned off is words. */
export function written(blocks: readonly Block[], { siteUrl, author, pages }: Place): Written {
  const isClosed = closedIn({ pages })
  return {
    html: toLetterHtml(blocks, siteUrl, letterInks(author).link, isClosed),
    text: toLetterText(blocks, siteUrl, isClosed),
  }
}
