import { useState } from 'react'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { Mover, moved } from '#desk/mover.tsx'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { type PageKey, type PagePlace, pageAddresses, pagePlaces, standingPages } from '#lib/site-pages.ts'
import { useSite } from '#ui/site.ts'
import { listOf } from './fields.ts'

const placeWords: Record<PagePlace, string> = {
  menu: 'In the menu',
  quiet: 'Open, but not in the menu',
  off: 'Off',
}

const pageWords: Record<PageKey, string> = {
  home: 'The first page',
  books: 'Books',
  stories: 'Short Stories',
  arc: 'The advance copy',
  about: 'About Author',
  blog: 'Blog',
  contact: 'Contact',
  press: 'The press kit',
  challenge: 'The House Hippo Challenge',
  signup: 'Sign Up',
}

/** What else is true of it where it stands. */
const notes: Partial<Record<PageKey, Partial<Record<PagePlace, string>>>> = {
  home: { quiet: 'Your name at the top of every page leads there too.' },
  arc: {
    menu: 'Named while you offer a book in advance; {book} is its title.',
    off: 'Nobody can ask for an advance copy, and its address says that there is no such page. Nothing in it is lost.',
  },
  blog: {
    off: 'Nobody can open it or any post; their addresses and the feed say that there is no such page. Nothing in it is lost.',
  },
  contact: {
    off: 'Nobody can open it or send you a message; its address says that there is no such page. Where your pages say how to write to you, your e-mail or postal address stands; enter one of them under “Where you are”, or readers find no way to you.',
  },
  signup: { quiet: 'Always there: your letters need it. The foot of every page leads there too.' },
}

const offNote = 'Nobody can open it; its address says that there is no such page. Nothing in it is lost.'

/** Whether a page of hers is turned off as the form stands. */
export function isOff(texts: KeptForm['texts'], key: PageKey): boolean {
  return texts[`pages.${key}.place`] === 'off'
}

/** Every page she can name, in the order of the menu, each with where it is; an advance copy's follows the book. */
export function MenuFields({ form: { texts, faults, set } }: { form: KeptForm }) {
  const [said, setSaid] = useState('')
  const { arc } = useSite()
  const keys = listOf(texts.pages ?? '') as PageKey[]
  const move = (at: number, by: -1 | 1) => {
    const key = keys[at]
    set({ pages: moved(keys, at, at + by).join() })
    if (key) setSaid(`${pageWords[key]} is now ${at + by + 1} of ${keys.length}.`)
  }
  return (
    <>
      <p className="text-muted">From top to bottom here is from left to right in the menu.</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="border-t border-line">
        {keys.map((key, at) => {
          const label = `pages.${key}.label`
          const placed = `pages.${key}.place`
          const place = (texts[placed] ?? 'menu') as PagePlace
          return (
            <li key={key} className="border-b border-line py-5">
              <div className="flex items-start justify-between gap-4">
                <div className="min-w-0 pt-2">
                  <h3 className="font-semibold">{pageWords[key]}</h3>
                  <p className="small text-faint empty:hidden">{key === 'arc' ? arc?.href : pageAddresses[key]}</p>
                </div>
                <Mover name={pageWords[key]} at={at} count={keys.length} onMove={(by) => move(at, by)} />
              </div>
              <div className="mt-3 grid gap-4 sm:grid-cols-2">
                <DeskSelect
                  label="Where it is"
                  aria-label={`Where it is: ${pageWords[key]}`}
                  value={placeWords[place]}
                  onChange={(event) =>
                    set({ [placed]: pagePlaces.find((one) => placeWords[one] === event.target.value) ?? 'menu' })
                  }
                  error={faults[placed]}
                  options={pagePlaces
                    .filter((one) => one !== 'off' || !standingPages.includes(key))
                    .map((one) => placeWords[one])}
                />
                {place === 'menu' && (
                  <DeskField
                    label="Name in the menu"
                    aria-label={`Name in the menu: ${pageWords[key]}`}
                    name={label}
                    value={texts[label] ?? ''}
                    onChange={(event) => set({ [label]: event.target.value })}
                    error={faults[label]}
                  />
                )}
              </div>
              <p className="small mt-2 text-muted empty:hidden">
                {notes[key]?.[place] ?? (place === 'off' ? offNote : '')}
              </p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
