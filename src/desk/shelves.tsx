import type { RefObject } from 'react'
import { cn } from '#ui/cn.ts'
import { controlClass } from '#ui/field.tsx'

type Props<Show extends string> = {
  shelves: readonly { show: Show; label: string; count: number }[]
  shelf: Show
  onShelf: (show: Show) => void
  searchLabel: string
  searchRef?: RefObject<HTMLInputElement | null>
  words: string
  onWords: (words: string) => void
  /** said to whoever does not see the list, once she looks for something */
  count: number
}

/** Above a long list: part of it by its state, or what has these words in it. */
export function DeskShelves<Show extends string>(props: Props<Show>) {
  const { shelves, shelf, onShelf, searchLabel, searchRef, words, onWords, count } = props
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and asks for a form */}
        <div role="group" aria-label="Show" className="-mx-2 flex flex-wrap sm:mx-0 sm:gap-x-1">
          {shelves.map(({ show, label, count }) => (
            <button
              key={show}
              type="button"
              aria-pressed={show === shelf}
              onClick={() => onShelf(show)}
              className={cn(
                'flex min-h-11 items-center gap-1.5 border-b-2 px-2 sm:px-3',
                show === shelf
                  ? 'border-accent font-semibold text-ink'
                  : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
              )}
            >
              {label} <span className="small font-normal text-faint tabular-nums">{count}</span>
            </button>
          ))}
        </div>
        <input
          ref={searchRef}
          type="search"
          aria-label={searchLabel}
          aria-keyshortcuts={searchRef && '/'}
          placeholder={searchLabel}
          value={words}
          onChange={(event) => onWords(event.target.value)}
          className={cn(controlClass, 'h-11 max-w-full sm:w-72')}
        />
      </div>
      <p role="status" className="sr-only">
        {words.trim() && `${count} found`}
      </p>
    </>
  )
}
