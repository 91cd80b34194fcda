import { createContext, useContext } from 'react'
import type { Author } from '#lib/author.ts'

/** What the server tells every page, the same while rendering and while hydrating: a page never guesses these. */
export type Site = {
  /** the configured public origin */
  origin: string
  /** the calendar day the page was made, YYYY-MM-DD in UTC: decides whether a book is out */
  today: string
  author: Author
  /** where more is told of her than anywhere else */
  herPage: string
  /** when what the site tells of her was last saved; null: never */
  toldAt: string | null
  /** the edition of what the cards of the site say */
  cards: string
  /** the mark of her icons */
  icons: string
  /** the book whose advance copies can be asked for, where, and whether it is out; null: none is offered */
  arc: { title: string; href: string; isOut: boolean } | null
  /** the main navigation, and the places outside it where she can be supported */
  menu: readonly NamedLink[]
  support: readonly NamedLink[]
  /** whether there is a page of her letters */
  hasLetters: boolean
  /** her places elsewhere */
  profiles: readonly NamedLink[]
  /** said at the foot of every page while she is the sample’s author */
  sampleLine?: string
  /** the width from which the head has room for it; null: it is behind its button on every screen */
  menuFrom: 'nav' | 'wide' | null
  /** how the addresses begin that lead somewhere */
  pages: readonly string[]
  flash?: Flash
}

type NamedLink = { href: string; label: string }

/** Whether an address of the site leads somewhere: she may have turned its page off. */
export function leadsSomewhere({ pages }: Pick<Site, 'pages'>, href: string): boolean {
  return pages.includes(/^\/(#?[^/?#]*)/.exec(href)?.[1] ?? '')
}

/**
 * What a form sent without scripts came to: the server renders its page again with this in hand. The browser's own
 * pages never have one.
 */
export type Flash = {
  form: string
} & ( // `wasBefore`: not by sending it now // `confirm` as in the signup's answer: a letter is on its way that wants to be confirmed;
  | { outcome: 'done'; confirm?: boolean; wasBefore?: boolean }
  // a page that asks for something only this reader is asked: what the server knows about it
  | { outcome: 'opened'; values: Record<string, string> }
  | { outcome: 'failed'; message: string; fields: Record<string, string>; values: Record<string, string> }
)

const SiteContext = createContext<Site | null>(null)

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('no site')
  return site
}

export function useAuthor(): Author {
  return useSite().author
}

/** The result of this very form, if the page was made by sending it. */
export function useFlash(form: string | null): Flash | undefined {
  const { flash } = useSite()
  return flash?.form === form && !isForgotten ? flash : undefined
}

let isForgotten = false

/** She has gone to another page: when she comes back, the form is a form again. */
export function forgetFlash() {
  isForgotten = true
}
