/** The page that holds the anchor needs a moment to stand. */
const anchorDelay = 100
const longestWait = 3_000

/** Scrolls to an element of the page and moves focus there; from another page, only after that page has arrived. */
export function scrollToAnchor(id: string, { isOnPage }: { isOnPage: boolean }) {
  const start = performance.now()
  const tryNow = () => {
    const target = document.getElementById(id)
    if (target) return showTarget(target)
    // Its code may still be on the way: look again each frame, but not for ever.
    if (performance.now() - start < longestWait) requestAnimationFrame(tryNow)
  }
  setTimeout(tryNow, isOnPage ? 0 : anchorDelay)
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
