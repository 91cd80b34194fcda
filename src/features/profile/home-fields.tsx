import type { KeptForm } from '#features/writing/kept-form.ts'
import { type HomeSection, homeSections, type PageKey } from '#lib/site-pages.ts'
import { CheckField } from '#ui/check-field.tsx'
import { listOf } from './fields.ts'
import { isOff } from './menu-fields.tsx'

type Part = {
  label: string
  note: string
  /** the page without which there is nothing to show, and what is said then */
  needs?: { page: PageKey; without: string }
}

const parts: Record<HomeSection, Part> = {
  newest: { label: 'Your newest book', note: 'The one you offer in advance, or the last that has a date.' },
  shelves: {
    label: 'Your series and other books',
    note: 'Up to four rows of covers.',
    needs: { page: 'books', without: 'Not shown while Books is off.' },
  },
  free: {
    label: 'What can be read for free',
    note: 'Three stories, the advance copy, and the newsletter.',
    needs: { page: 'stories', without: 'Without stories while Short Stories is off.' },
  },
  posts: {
    label: 'Your latest posts',
    note: 'The last two.',
    needs: { page: 'blog', without: 'Not shown while Blog is off.' },
  },
  support: { label: 'Support Your Author', note: 'If there is an address to support you at.' },
}

/** What stands below the front of the first page. */
export function HomeFields({ form: { texts, set } }: { form: KeptForm }) {
  const shown = listOf(texts.home ?? '')
  return (
    <div className="grid gap-3">
      {homeSections.map((section) => {
        const { label, note, needs } = parts[section]
        return (
          <CheckField
            key={section}
            label={label}
            note={needs && isOff(texts, needs.page) ? needs.without : note}
            checked={shown.includes(section)}
            onChange={({ target }) =>
              set({
                home: homeSections.filter((one) => (one === section ? target.checked : shown.includes(one))).join(),
              })
            }
          />
        )
      })}
    </div>
  )
}
