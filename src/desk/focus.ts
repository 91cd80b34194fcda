import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * What has the focus may go away by itself: a hold runs out, a letter is decided about. Then the heading of this id takes
 * the focus, and is read aloud. The answer belongs on the element around whatever may go.
 */
export function useFocusHeir(id: string) {
  const last = useRef<Element | null>(null)

  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true })
  })

  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
    // A button that is disabled, and a window that is left, are not left by her; what goes away tells nobody.
    onBlur: ({ target }: FocusEvent) => {
      if (!target.matches(':disabled') && document.activeElement !== target) last.current = null
    },
  }
}
