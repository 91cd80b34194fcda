import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { Prose } from '#features/writing/prose-view.tsx'
import { helpQuery } from './queries.ts'

/** What the guide says of this room, in the room itself. It is fetched when she asks for it. */
export function Help({ room }: { room: string }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...helpQuery(room), enabled: isOpen })
  const [first, ...others] = data ?? []
  return (
    <div data-print="off" data-needs-script className="contents">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="link inline-flex min-h-11 items-center"
      >
        {isOpen ? 'Close help' : 'Help'}
      </button>
      <section
        id={id}
        hidden={!isOpen}
        aria-label="Help"
        className="mt-2 max-h-[70dvh] max-w-[72ch] basis-full overflow-y-auto border-l-2 border-line-strong bg-raised px-5 py-4"
        // What can be scrolled must be reached by the keys that scroll.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        tabIndex={0}
      >
        {first && <Prose blocks={first.blocks} className="prose small" />}
        {others.map(({ title, blocks }) => (
          <div key={title} className="mt-8 border-t border-line pt-6">
            <h2 className="title-3 mb-3">{title}</h2>
            <Prose blocks={blocks} className="prose small" />
          </div>
        ))}
        {!data && error && (
          <DeskFailure error={error} comfort="The guide did not arrive." onRetry={() => void refetch()} />
        )}
        {isOpen && !data && !error && <DeskLoading label="Fetching the guide" />}
      </section>
    </div>
  )
}
