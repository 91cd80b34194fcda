import { createContext, useContext } from 'react'

/** What the server tells every page, the same while rendering and while hydrating: a page never guesses these. */
export type Site = {
  /** the configured public origin */
  origin: string
  /** the calendar day the page was made, YYYY-MM-DD in UTC: decides whether a book is out */
  today: string
}

const SiteContext = createContext<Site>({ origin: '', today: '' })

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  return useContext(SiteContext)
}
