import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, useOnceEach } from '#desk/call.ts'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskRowButton } from '#desk/row-button.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { controlClass } from '#ui/field.tsx'
import type { NewReadingLink, WorkKind } from './contract.ts'
import { readingLinksQuery } from './queries.ts'

type Props = { kind: WorkKind; id: string; hasUnsaved: boolean }

const spans = [
  { days: 7, words: 'a week' },
  { days: 14, words: 'two weeks' },
  { days: 30, words: 'a month' },
  { days: 90, words: 'three months' },
]

/** Addresses nobody can guess, for whoever may read it before it is out. */
export function EditorReadingLinks({ kind, id, hasUnsaved }: Props) {
  const queryClient = useQueryClient()
  const query = readingLinksQuery(kind, id)
  const { data: links, error, refetch } = useQuery({ ...query, gcTime: 0 })
  const [days, setDays] = useState(14)
  const [made, setMade] = useState<NewReadingLink | null>(null)
  const maker = useId()
  const heir = useFocusHeir(maker)
  const onceEach = useOnceEach()
  const [trouble, setTrouble] = useState<unknown>(null)

  async function act(what: () => Promise<unknown>) {
    setTrouble(null)
    try {
      await what()
    } catch (failure) {
      setTrouble(failure)
    }
    await queryClient.invalidateQueries(query)
  }
  // A second one would stand in the place of the first, which is shown nowhere else.
  const make = () =>
    onceEach('new', () =>
      act(async () => setMade(await call<NewReadingLink>('POST', `/api/owner/reading-links/${kind}/${id}`, { days }))),
    )
  const revoke = (link: string) =>
    onceEach(link, () =>
      act(async () => {
        await call('DELETE', `/api/owner/reading-links/${link}`, {})
        if (made?.id === link) setMade(null)
      }),
    )

  if (error) {
    return (
      <DeskProblem title="The reading links did not open" error={error} onRetry={refetch}>
        Those that were open are still open.
      </DeskProblem>
    )
  }
  if (!links) return <DeskLoading label="Loading the reading links" />
  return (
    <section {...heir} aria-label="Reading links" className="grid max-w-2xl gap-6">
      <p className="text-muted">
        For an editor or a first reader: whoever has the address sees this {kind} as it is saved, published or not,
        until the day it ends. It is in no menu, no search engine and no count.
        {hasUnsaved && ' They do not see what you have not saved yet.'}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <label>
          <span className="block pb-1.5 font-semibold">Open for</span>
          <select
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
            className={cn(controlClass, 'h-12')}
          >
            {spans.map((span) => (
              <option key={span.days} value={span.days}>
                {span.words}
              </option>
            ))}
          </select>
        </label>
        <Button id={maker} onClick={make}>
          Make a reading link
        </Button>
      </div>
      <div role="status">
        <DeskFailure error={trouble} unchanged="Nothing was changed." />
        {made && (
          <div className="border-l-2 border-accent bg-raised px-4 py-3">
            <p className="font-semibold">This address is shown only now. Copy it before you leave.</p>
            <p className="mt-1 flex flex-wrap items-center gap-3">
              <code className="min-w-0 break-all select-all">{made.url}</code>
              <DeskCopy text={made.url} label="Copy the reading link" />
            </p>
          </div>
        )}
      </div>
      {links.length > 0 && (
        <ul aria-label="Open links" className="divide-y divide-line border-y border-line">
          {links.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <span>
                Made <DeskTime at={link.createdAt} isDateOnly />, open until <DeskTime at={link.expiresAt} isDateOnly />
              </span>
              <DeskRowButton onClick={() => revoke(link.id)}>End it now</DeskRowButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
