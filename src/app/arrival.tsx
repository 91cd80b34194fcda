import { type ReactNode, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { focusMainHeading } from '#ui/anchor.ts'
import { forgetFlash } from '#ui/site.ts'

/** How far down each entry of the history was read, so that Back leads to the same line, also after a reload. */
const storageKey = 'reading-positions'
const positions = new Map<string, number>(readPositions())
let entries = 0
/** the address that really stands on the screen, and the place it belongs to */
let arrivedPath: string | undefined
let arrivedPlace: string | undefined

if (typeof window !== 'undefined') {
  const remember = () => {
    // While the next page is on its way the old one collapses and the browser scrolls: nobody's reading position.
    if (location.pathname === arrivedPath) positions.set(currentEntry(), scrollY)
  }
  addEventListener('scroll', remember, { passive: true })
  addEventListener('pagehide', keepPositions)
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

function keepPositions() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {
    // A browser that refuses storage only forgets where she was after a reload.
  }
}

/** The key of the current history entry, written into it at the first visit. */
function currentEntry(): string {
  const known: unknown = history.state?.entry
  if (typeof known === 'string') return known
  const entry = `${Date.now()}-${++entries}`
  history.replaceState({ ...history.state, entry }, '')
  return entry
}

/**
 * Wraps a page. When it has really arrived: scroll to the top or to where she was, and let the title be read aloud. What
 * only opens over it, or closes, leaves it as it stands.
 */
export function Arrival({ over, children }: { over: string | undefined; children: ReactNode }) {
  const [path] = useLocation()
  const place = over ?? path
  useLayoutEffect(() => {
    const before = arrivedPlace
    const position = positions.get(currentEntry())
    arrivedPath = path
    arrivedPlace = place
    if (before === undefined) return
    if (before === place) return void positions.set(currentEntry(), scrollY)
    forgetFlash()
    announcePage()
    scrollTo({ top: position ?? 0, behavior: 'instant' })
  }, [path, place])
  return children
}

/** An empty live region of the frame, filled here when a page arrives. */
export function PageAnnouncer() {
  return <p id="page-announcer" role="status" className="sr-only" />
}

function announcePage() {
  const announcer = document.getElementById('page-announcer')
  if (announcer) announcer.textContent = document.title
  focusMainHeading({ preventScroll: true })
}
