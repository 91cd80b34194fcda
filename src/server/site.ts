import type { Author } from '#lib/author.ts'
import type { HomeSection, PageKey } from '#lib/site-pages.ts'

/**
 * What is hers and public, as it was last saved: held in memory, renewed when any node saves something of it. Whatever a
 * page or a letter says of her is read here and nowhere else. Each feature adds its part by declaration merging.
 */
export interface SiteSnapshot {
  author: Author
  /** the pages that are there, in her order; of those she has turned off nobody hears */
  pages: readonly OpenPage[]
  /** what the first page shows below its front */
  home: readonly HomeSection[]
  /** part of the address of every card that stands for a page elsewhere: it changes with what they show */
  cards: string
  /** the address letters come from */
  sender: string
  /** when she last saved who she is, and what each set of words says */
  savedAt: { author: string | null; words: ReadonlyMap<string, string> }
}

export type OpenPage = { key: PageKey; label: string; isInMenu: boolean }

export function isPageOpen({ pages }: Pick<SiteSnapshot, 'pages'>, key: PageKey): boolean {
  return pages.some((page) => page.key === key)
}

/**
 * The last one that was made is handed out again as long as all that it is made of is the same, word for word: the
 * snapshot, and what stands beside it. For a letter that leaves many times, and may be changed between any two.
 */
export function onceWhileSame<Site extends object, Beside, Made>(make: (site: Site, beside: Beside) => Made) {
  let last: { site: Site; said: string; made: Made } | undefined
  return (site: Site, beside: Beside): Made => {
    const said = JSON.stringify(beside, (_, value) => (value instanceof Map ? [...value] : value))
    if (last?.site !== site || last.said !== said) last = { site, said, made: make(site, beside) }
    return last.made
  }
}

/** Made once for each snapshot and then only handed out: for what every request asks for. */
export function oncePerSite<Site extends object, Made>(make: (site: Site) => Made): (site: Site) => Made {
  const known = new WeakMap<Site, { made: Made }>()
  return (site) => {
    const kept = known.get(site) ?? { made: make(site) }
    known.set(site, kept)
    return kept.made
  }
}
