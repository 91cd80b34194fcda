import { type RefObject, useEffect } from 'react'

/** Tells the styles how much of the screen the keyboard of a phone covers: the page below it goes on, unseen. */
export function useKeyboardHeight(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const tell = () => {
      // What is enlarged with two fingers covers the rest as well, and is no keyboard.
      const covered = seen.scale > 1 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop)
      place.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`)
      // A browser's own bar that comes and goes is lower.
      place.current?.toggleAttribute('data-keyboard', covered > 100)
    }
    seen.addEventListener('resize', tell)
    seen.addEventListener('scroll', tell)
    return () => {
      seen.removeEventListener('resize', tell)
      seen.removeEventListener('scroll', tell)
    }
  }, [place])
}
