import { paths } from '#lib/paths.ts'

const dismissedKey = 'newsletter-dismissed'
const listeners = new Set<() => void>()
/** for a browser that refuses storage: until she leaves */
let isDismissedHere = false

/** Pages that ask for something themselves, or are no place to ask. */
const askingNothing = [paths.signup, paths.arc, '/arc', paths.contact, '/confirm', '/unsubscribe', '/get', '/admin']

/** Whether a page may ask for the reader's address, in its footer and by the floating prompt. */
export function isPlaceToAsk(path: string): boolean {
  return !askingNothing.some((place) => isWithin(path, place))
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

/** She has joined, or said no: either way nobody asks again. */
export function dismissPrompt() {
  isDismissedHere = true
  try {
    localStorage.setItem(dismissedKey, 'true')
  } catch {
    // Without storage the prompt stays away until the next visit.
  }
  for (const listener of listeners) listener()
}

export function isPromptDismissed(): boolean {
  try {
    return isDismissedHere || localStorage.getItem(dismissedKey) !== null
  } catch {
    return isDismissedHere
  }
}

export function onPromptDismissed(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
