import type { RefObject } from 'react'

/** How far a reader has come: a paragraph or what stands in its place, counted from the first, and how much of it is behind her. */
export type ReadingPlace = { paragraph: number; within: number; percent: number }

/** What scrolls, and the words in it: passages, and in those paragraphs. */
export type ReadingParts = { dialog: RefObject<HTMLDialogElement | null>; text: RefObject<HTMLDivElement | null> }

/** Earlier than this nobody has left off; later than that she has finished. */
const begun = 5
const finished = 98
export const placesKey = 'reading-places'
const mostKept = 40

/** Where the words come out from under the bar: how far from the top of the screen they want to stand. */
export function upperEdge(text: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(text).scrollMarginTop) || 0
}

/**
 * The paragraph at the upper edge of what she sees, or null while she is still before the first. Searched by halves:
 * asking every paragraph where it is would have them all laid out.
 */
export function findPlace(text: HTMLElement): Omit<ReadingPlace, 'percent'> | null {
  const edge = upperEdge(text)
  if (text.getBoundingClientRect().top >= edge) return null
  const passage = firstBelow(text.children, edge)
  const paragraph = passage && firstBelow(passage.children, edge)
  if (!passage || !paragraph) return null
  const { top, height } = paragraph.getBoundingClientRect()
  const before = Number(passage.getAttribute('data-from'))
  return {
    paragraph: before + Array.prototype.indexOf.call(passage.children, paragraph),
    within: Math.min(1, Math.max(0, (edge - top) / height)),
  }
}

function firstBelow(elements: HTMLCollection, edge: number): Element | null {
  let low = 0
  let high = elements.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle
    else low = middle + 1
  }
  return elements[low] ?? null
}

/** Brings the paragraph back to the edge it was found at; it may then be given the focus. */
export function goToPlace(
  text: HTMLElement,
  { paragraph, within }: Omit<ReadingPlace, 'percent'>,
): HTMLElement | undefined {
  const target = text.querySelectorAll<HTMLElement>(':scope > * > *')[paragraph]
  if (!target) return undefined
  target.scrollIntoView({ block: 'start', behavior: 'instant' })
  const scroller = text.closest('dialog')
  if (scroller) scroller.scrollTop += target.getBoundingClientRect().height * within
  target.tabIndex = -1
  target.dataset.arrival = ''
  return target
}

export function keptPlace(id: string): ReadingPlace | null {
  const place = readPlaces()[id]
  return place && place.percent >= begun ? place : null
}

/** Kept from the twentieth part on, forgotten once she has read it to the end. */
export function keepPlace(id: string, place: ReadingPlace) {
  if (place.percent < begun) return
  const { [id]: _before, ...others } = readPlaces()
  const places = place.percent >= finished ? others : { ...others, [id]: place }
  try {
    localStorage.setItem(placesKey, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-mostKept))))
  } catch {
    // A browser that refuses storage only forgets where she was.
  }
}

function readPlaces(): Record<string, ReadingPlace> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placesKey) ?? '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, place]) => isPlace(place)))
  } catch {
    return {}
  }
}

function isPlace(value: unknown): value is ReadingPlace {
  const { paragraph, within, percent } = Object(value)
  return [paragraph, within, percent].every(Number.isFinite)
}
