import { keyAddresses } from '#lib/key-addresses.ts'
import { listenToTracks, track } from '#lib/track.ts'
import type { Pageview, TrackedEvent } from './contract.ts'
import { authorSign, ownRooms, rememberPage, rememberSession, sessionId } from './visits.ts'

/** What a report says beside what every report says. */
type Told = Pick<Pageview, 'type' | 'referrer' | 'userAgent'> | Pick<TrackedEvent, 'type' | 'eventName' | 'data'>

const userAgentLength = 100
const longestWait = 2_000

/** A page the browser makes ready ahead is nobody's visit until it is looked at. */
export function startTracker(): void {
  const isAhead = 'prerendering' in document && document.prerendering
  if (isAhead) document.addEventListener('prerenderingchange', follow, { once: true })
  else follow()
}

/**
 * Reports every change of the address and every named event, beside React and without it. Nothing waits for it: a report
 * is made at once, and leaves when the browser has nothing better to do or the page goes.
 */
function follow() {
  let waiting: unknown[] = []
  let shown = ''
  let openedAt = Date.now()

  function leave() {
    for (const report of waiting) send(report)
    waiting = []
  }
  function report(told: Told, page: string) {
    if (ownRooms.test(page) || keyAddresses.test(page)) return
    const timestamp = new Date().toISOString()
    waiting.push({ ...told, page, timestamp, sessionId: sessionId(), isAuthor: authorSign() !== null })
    whenIdle(leave)
  }
  function arrive(page: string, referrer: string) {
    if (page === shown) return
    shown = page
    if (!keyAddresses.test(page)) rememberPage(page)
    report({ type: 'pageview', referrer, userAgent: navigator.userAgent.slice(0, userAgentLength) }, page)
  }
  const moved = () => arrive(location.pathname, location.origin + (keyAddresses.test(shown) ? '' : shown))

  // She may have gone on before this was here: the page she came to is counted first.
  arrive(pageOfDocument(), document.referrer)
  const { sentOpen } = document.querySelector<HTMLElement>('[data-sent-open]')?.dataset ?? {}
  if (sentOpen) report({ type: 'event', eventName: 'story_opened', data: { story: sentOpen } }, pageOfDocument())
  moved()
  // The router tells of its own changes by these names.
  for (const change of ['pushState', 'replaceState', 'popstate']) addEventListener(change, moved)
  listenToTracks(({ page, ...happening }) => report({ type: 'event', ...happening }, page))
  for (const press of ['click', 'auxclick']) document.addEventListener(press, trackPurchase)
  addEventListener('pagehide', () => {
    rememberSession(Date.now() - openedAt)
    leave()
  })
  // Shown again out of the browser's memory, it is another visit; she had come here before.
  addEventListener('pageshow', ({ persisted }) => {
    openedAt = Date.now()
    if (!persisted) return
    shown = ''
    moved()
  })
}

function pageOfDocument(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name).pathname : location.pathname
}

/** A link to a shop names its book; one listener hears them all. The third button only opens a menu. */
function trackPurchase(event: Event) {
  const { target } = event
  if (event instanceof MouseEvent && event.button > 1) return
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-book]') : null
  if (link) track('purchase_link', { book: link.dataset.book, shop: link.dataset.shop })
}

function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: longestWait })
  else setTimeout(act)
}

function send(report: unknown) {
  fetch('/api/analytics/track', {
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    // biome-ignore lint/suspicious/noConsole: the only trace of a report that did not arrive; readers never see it
  }).catch((error) => console.debug('not counted', error))
}
