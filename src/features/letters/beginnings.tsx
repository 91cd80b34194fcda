import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { DeskSelect } from '#desk/field.tsx'
import { ownerPostsQuery } from '#features/blog/owner-queries.ts'
import { ownerStoriesQuery } from '#features/stories/owner-queries.ts'
import { BeginFrom } from './begin-from.tsx'
import { lettersQuery } from './queries.ts'

type From = 'letter' | 'post' | 'story'

/** What a new letter can begin from: the words of something she has written, which is chosen where she came from it. */
export function Beginnings() {
  const search = new URLSearchParams(useSearch())
  const [chosen, setChosen] = useState(`${search.get('from') ?? ''} ${search.get('id') ?? ''}`.trim())
  // As it was opened: it does not fold itself up over another choice.
  const [isOpen] = useState(chosen !== '')
  const { data: letters = [] } = useQuery(lettersQuery)
  const { data: posts = [] } = useQuery(ownerPostsQuery)
  const { data: stories = [] } = useQuery(ownerStoriesQuery)
  const options = [
    ...letters.map(({ id, subject }) => ({
      value: `letter ${id}`,
      label: `Letter: ${subject || 'Without a subject'}`,
    })),
    ...posts.map(({ id, title }) => ({ value: `post ${id}`, label: `Post: ${title}` })),
    ...stories.map(({ id, title }) => ({ value: `story ${id}`, label: `Story: ${title}` })),
  ]
  if (options.length === 0) return null
  // It may be an address somebody has kept, of what is gone since.
  const isThere = options.some(({ value }) => value === chosen)
  const [from = 'letter', id = ''] = isThere ? chosen.split(' ') : []
  return (
    <details open={isOpen} className="mb-8 max-w-2xl border-b border-line pb-2">
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">
        Begin from a post, a story or an earlier letter
      </summary>
      <div className="flex flex-wrap items-end gap-4 pb-4">
        <DeskSelect
          label="Begin from"
          className="min-w-0 flex-[1_1_16rem]"
          options={[{ value: '', label: 'Choose one' }, ...options]}
          value={isThere ? chosen : ''}
          onChange={({ target }) => setChosen(target.value)}
        />
        {id && <BeginFrom from={from as From} id={id} label="Begin" />}
      </div>
    </details>
  )
}
