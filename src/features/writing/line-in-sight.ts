import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Between the line and what lies over the page, in pixels. */
const room = 12

/**
 * What stays in sight over a long form covers no line that is being written: the tools above it, the foot below, and the bar
 * with an undo. False where there is no such foot: the editor scrolls by itself.
 */
export function keepLineInSight(view: EditorView): boolean {
  const { selection } = view.state
  const foot = view.dom.closest('form')?.querySelector('[data-foot]')
  if (!foot || !(selection instanceof TextSelection)) return false
  const tools = view.dom.closest('.editor')?.querySelector('.editor-toolbar')
  // What is enlarged with two fingers, or moved by a phone's keyboard, is seen in part.
  const seen = visualViewport ?? { offsetTop: 0, height: innerHeight }
  const highest = Math.max(tools?.getBoundingClientRect().bottom ?? 0, seen.offsetTop) + room
  const bar = document.querySelector('section[aria-label=Undo]')
  const tops = [foot, ...(bar ? [bar] : [])].map((over) => over.getBoundingClientRect().top)
  const lowest = Math.min(...tops, seen.offsetTop + seen.height) - room
  const line = view.coordsAtPos(selection.head)
  const by = line.bottom > lowest ? line.bottom - lowest : Math.min(0, line.top - highest)
  if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
  return true
}
