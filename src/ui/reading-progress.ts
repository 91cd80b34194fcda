import { useEffect, useRef, useState } from 'react'
import { findPlace, keepPlace, type ReadingParts, upperEdge } from './reading-place.ts'

/** Long enough not to write at every turn of the wheel, short enough to know where she was when she leaves. */
const rest = 150

/**
 * How much of the story is behind her. Draws the line at the top, where the browser cannot do that by itself, and
 * remembers the place.
 */
export function useProgress({ dialog, text, id }: ReadingParts & { id: string | undefined }) {
  const line = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const scroller = dialog.current
    const words = text.current
    if (!scroller || !words || id === undefined) return
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      frame = 0
      const read = shareRead(scroller, words)
      if (line.current) line.current.style.transform = `scaleX(${read})`
      setPercent(Math.round(read * 100))
    }
    const keep = () => {
      const place = findPlace(words)
      if (place) keepPlace(id, { ...place, percent: Math.round(shareRead(scroller, words) * 100) })
    }
    const moved = () => {
      frame ||= requestAnimationFrame(look)
      clearTimeout(timer)
      timer = setTimeout(keep, rest)
    }
    const resized = new ResizeObserver(() => {
      frame ||= requestAnimationFrame(look)
    })
    resized.observe(words)
    scroller.addEventListener('scroll', moved, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resized.disconnect()
      scroller.removeEventListener('scroll', moved)
      removeEventListener('pagehide', keep)
    }
  }, [dialog, text, id])
  return { line, percent }
}

/** Tells of each quarter once, also of those that were skipped: she has read them another time. */
export function useQuarters(percent: number, onRead: (percent: number) => void) {
  const told = useRef(0)
  useEffect(() => {
    for (; told.current + 25 <= percent; told.current += 25) onRead(told.current + 25)
  }, [percent, onRead])
}

/** Nothing while the first line is at the top, everything once the last one has come into view. */
function shareRead(scroller: HTMLElement, words: HTMLElement): number {
  const edge = upperEdge(words)
  const { top, bottom, height } = words.getBoundingClientRect()
  if (bottom <= scroller.clientHeight) return 1
  return Math.min(1, Math.max(0, (edge - top) / (height - (scroller.clientHeight - edge))))
}
