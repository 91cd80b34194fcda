import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { useLocation, Link as WouterLink } from 'wouter'
import { forgetAnchor, prefersStillness, scrollToAnchor } from './anchor.ts'
import { leadsSomewhere, useSite } from './site.ts'

const PreloadContext = createContext<(path: string) => void>(() => {})

/** Given by the app, which alone knows what code and data a path needs. */
export const LinkPreload = PreloadContext.Provider

/** `state` goes along in the history, for the page that is opened */
type Props = Omit<ComponentProps<'a'>, 'href'> & { href: string; state?: unknown }

/** An internal link: where its page is turned off there is none. Marks the current page, and loads the next one as soon as it is meant (hover, touch, focus). */
export function Link({ href, onClick, ...props }: Props) {
  const [here] = useLocation()
  const preload = useContext(PreloadContext)
  const isLeading = leadsSomewhere(useSite(), href)
  const [path = '/', anchor] = href.split('#')
  const load = () => here === path || preload(path)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    forgetAnchor()
    if (anchor) return scrollToAnchor(anchor, { isOnPage: here === path })
    if (here !== path || event.defaultPrevented) return
    // Already here: no second entry in the history, only the top of the page. Part of a list is not all of it.
    if (!location.search) event.preventDefault()
    scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })
  }
  if (!isLeading) return null
  return (
    <WouterLink
      href={href}
      aria-current={here === href ? 'page' : href !== '/' && here.startsWith(`${href}/`) ? true : undefined}
      onPointerEnter={load}
      onFocus={load}
      {...props}
      onClick={follow}
    />
  )
}
