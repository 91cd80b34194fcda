/** The page that holds the anchor needs a moment to stand. */
const anchorDelay = 100
/** Its code may be long on the way, on a bad line; but not for ever. */
const longestWait = 60_000

let nextLook = 0
let firstLook: ReturnType<typeof setTimeout> | undefined

/** Scrolls to an element of the page and moves focus there; from another page, only after that page has arrived. */
export function scrollToAnchor(id: string, { isOnPage }: { isOnPage: boolean }) {
  const start = performance.now()
  const tryNow = () => {
    const target = document.getElementById(id)
    if (target) return showTarget(target)
    if (performance.now() - start < longestWait) nextLook = requestAnimationFrame(tryNow)
  }
  forgetAnchor()
  addEventListener('popstate', forgetAnchor, { once: true })
  firstLook = setTimeout(tryNow, isOnPage ? 0 : anchorDelay)
}

/** She goes elsewhere before the page has arrived. */
export function forgetAnchor() {
  clearTimeout(firstLook)
  cancelAnimationFrame(nextLook)
}

function showTarget(target: HTMLElement) {
  target.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth' })
  target.tabIndex = -1
  target.dataset.arrival = ''
  target.focus({ preventScroll: true })
}

/** When a page has become another in place: its heading takes the focus, so that it is read aloud. */
export function focusMainHeading(options?: FocusOptions) {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus(options)
}

export function prefersStillness(): boolean {
  return document.documentElement.dataset.motion === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
