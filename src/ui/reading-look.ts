import { useSyncExternalStore } from 'react'

export const readingThemes = ['night', 'paper', 'sepia', 'black'] as const
export type ReadingTheme = (typeof readingThemes)[number]

/** characters in a line */
export const readingWidths = [52, 62, 72] as const
/** hundredths of the size of the type */
export const readingSpacings = [150, 168, 190] as const
/** pixels, as long as she has not told her browser otherwise */
export const readingSizes = { smallest: 16, largest: 32, step: 2, usual: 20 } as const

/** How a reader likes her page. Without a theme of her own it has the site's. */
export type ReadingLook = {
  theme: ReadingTheme | null
  size: number
  width: (typeof readingWidths)[number]
  spacing: (typeof readingSpacings)[number]
}

const storageKey = 'reading'
const listeners = new Set<() => void>()

/**
 * The look stands on the root element as a list of words, `sepia s22 w62 l168`, put there before the first paint; the
 * stylesheet does the rest (reader.css, tokens.css), so that no page ever shows another look first.
 */
export function readLook(words: string): ReadingLook {
  const said = words.split(' ')
  const number = (letter: string) =>
    Number(said.find((word) => word.startsWith(letter) && /^.\d+$/.test(word))?.slice(1))
  const { smallest, largest, usual } = readingSizes
  const size = number('s')
  return {
    theme: readingThemes.find((theme) => said.includes(theme)) ?? null,
    size: size >= smallest && size <= largest && size % 2 === 0 ? size : usual,
    width: readingWidths.find((width) => width === number('w')) ?? 62,
    spacing: readingSpacings.find((spacing) => spacing === number('l')) ?? 168,
  }
}

export function lookWords({ theme, size, width, spacing }: ReadingLook): string {
  return [theme, `s${size}`, `w${width}`, `l${spacing}`].filter(Boolean).join(' ')
}

export function largerBy(steps: number, { size }: ReadingLook): number {
  const { smallest, largest, step } = readingSizes
  return Math.min(largest, Math.max(smallest, size + steps * step))
}

/** The theme that is on the screen, chosen or not. */
export function themeInSight({ theme }: ReadingLook): ReadingTheme {
  if (theme) return theme
  const chosen = document.documentElement.dataset.theme
  const isPaper = chosen ? chosen === 'paper' : matchMedia('(prefers-color-scheme: light)').matches
  return isPaper ? 'paper' : 'night'
}

export function themeAfter(look: ReadingLook): ReadingTheme {
  return readingThemes[(readingThemes.indexOf(themeInSight(look)) + 1) % readingThemes.length] ?? 'night'
}

export function useReadingLook(): ReadingLook {
  return readLook(useSyncExternalStore(subscribe, currentWords, () => ''))
}

export function chooseLook(change: Partial<ReadingLook>) {
  const words = lookWords({ ...readLook(currentWords()), ...change })
  document.documentElement.dataset.reading = words
  try {
    localStorage.setItem(storageKey, words)
  } catch {
    // A browser that refuses storage still gets the look, until she leaves.
  }
  for (const listener of listeners) listener()
}

function currentWords(): string {
  return document.documentElement.dataset.reading ?? ''
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
