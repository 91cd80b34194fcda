/**
 * What a browser remembers of its own visits, and whether they look like the author's. It labels a view and decides
 * nothing else: the server does not trust it.
 */

/** The owner's rooms: no visit there is told. */
export const ownRooms = /^\/(analytics|admin)/i

const sessionKey = 'visitor_session_id'
const authorKey = 'author_mode'
const historyKey = 'page_history'
const timesKey = 'session_times'

const mostKept = 50
const longAverage = 300_000
const authorHosts = ['localhost', '127.0.0.1', '[::1]']
const authorPaths = ['/admin', '/analytics', '/edit', '/dashboard', '/settings']

/** The same for as long as this tab lives. */
export function sessionId(): string {
  const fresh = `session_${Date.now()}_${Math.random().toString(36).slice(2, 11)}`
  return attempt(() => {
    const kept = sessionStorage.getItem(sessionKey)
    if (kept === null) sessionStorage.setItem(sessionKey, fresh)
    return kept ?? fresh
  }, fresh)
}

export function rememberPage(path: string): void {
  keepList(historyKey, path)
}

export function rememberSession(milliseconds: number): void {
  keepList(timesKey, milliseconds)
}

export type AuthorSign = 'flag' | 'host' | 'history'

/** What makes this browser look like the author's, or null for a reader's. */
export function authorSign(host = location.hostname): AuthorSign | null {
  if (attempt(() => localStorage.getItem(authorKey), null) === 'true') return 'flag'
  if (authorHosts.includes(host)) return 'host'
  return keptList(historyKey).some(isAuthorPath) ? 'history' : null
}

export function markAsAuthor(): void {
  attempt(() => localStorage.setItem(authorKey, 'true'), undefined)
}

export function markAsRegularUser(): void {
  attempt(() => localStorage.removeItem(authorKey), undefined)
}

/** Whether visits here are long on average. A hint for her own eyes: it makes nobody an author. */
export function areVisitsLong(): boolean {
  const times = keptList(timesKey).filter((time) => typeof time === 'number')
  return times.reduce((sum, time) => sum + time, 0) / times.length > longAverage
}

function isAuthorPath(path: unknown): boolean {
  return authorPaths.some((own) => path === own || String(path).startsWith(`${own}/`))
}

function keptList(key: string): unknown[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? '[]'), [])
  return Array.isArray(kept) ? kept : []
}

function keepList(key: string, last: unknown): void {
  const list = [...keptList(key), last].slice(-mostKept)
  attempt(() => localStorage.setItem(key, JSON.stringify(list)), undefined)
}

/** Storage may be refused or hold nonsense, and nobody shall notice. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}
