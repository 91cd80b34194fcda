import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BadgeVariant, DeskBadge } from '#desk/badge.tsx'
import { DeskWay } from '#desk/button.tsx'
import { sayNotDone, useOnceEach } from '#desk/call.ts'
import { DeskPage } from '#desk/page.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { DeskShelves } from '#desk/shelves.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { BegunBefore } from '#features/writing/begun-before.tsx'
import { DeskBinLink } from '#features/writing/bin-link.tsx'
import { useUnsavedPlaces } from '#features/writing/unsaved-places.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LetterLine, LetterState } from './contract.ts'
import { outcomeWords } from './letter-words.ts'
import { lettersText } from './letters-text.ts'
import { lettersAddress, lettersQuery } from './queries.ts'

type Look = { label: string; variant: BadgeVariant }

const looks: Record<LetterState, Look> = {
  draft: { label: 'Draft', variant: 'outline' },
  scheduled: { label: 'Scheduled', variant: 'accent' },
  'under way': { label: 'Under way', variant: 'warn' },
  sent: { label: 'Sent', variant: 'success' },
  'by itself': { label: 'Goes by itself', variant: 'accent' },
}

function lookOf({ state, mailing }: LetterLine): Look {
  if (mailing?.state === 'paused') return { label: 'Paused', variant: 'warn' }
  if (mailing?.state === 'stopped') return { label: 'Stopped', variant: 'outline' }
  if (mailing && mailing.kept === mailing.total && mailing.total > 0)
    return { label: 'In the outbox', variant: 'outline' }
  return looks[state]
}

/** So many are seen at a glance. */
const mostAtOnce = 8

/** Every letter she has written, and what became of each. */
export default function AdminLettersPage() {
  const { data, error, refetch } = useQuery(lettersQuery)
  const unsaved = useUnsavedPlaces('letter')
  return (
    <DeskPage
      title="Letters"
      intro={lettersText.intro}
      actions={
        <>
          <DeskBinLink />
          <DeskWay to={deskPaths.newLetter}>Write a Letter</DeskWay>
        </>
      }
    >
      {unsaved.includes('new') && (
        <BegunBefore noun="letter">
          <Link href={deskPaths.newLetter} className="link inline-flex min-h-11 items-center">
            Go on with it
          </Link>
        </BegunBefore>
      )}
      {data ? (
        data.length > 0 ? (
          <Shelves letters={data} unsaved={unsaved} />
        ) : (
          <Notice title={lettersText.none.title}>{lettersText.none.text}</Notice>
        )
      ) : error ? (
        <DeskProblem title="Your letters did not open" error={error} onRetry={() => refetch()}>
          They are still there. The way to them was not.
        </DeskProblem>
      ) : (
        <DeskLoading label="Loading letters" />
      )}
    </DeskPage>
  )
}

type ListProps = { letters: readonly LetterLine[]; unsaved: readonly string[] }

/** All of them, or, of many, those of one state or with these words in their subject. */
function Shelves({ letters, unsaved }: ListProps) {
  const [words, setWords] = useState('')
  const [chosen, choose] = useState<LetterState | 'all'>('all')
  if (letters.length <= mostAtOnce) return <Letters letters={letters} unsaved={unsaved} />

  const wanted = words.trim().toLowerCase()
  const found = letters.filter(({ subject }) => subject.toLowerCase().includes(wanted))
  const states = (Object.keys(looks) as LetterState[]).filter((one) => letters.some(({ state }) => state === one))
  // A shelf goes with the last letter on it.
  const shelf = states.find((state) => state === chosen) ?? 'all'
  const shown = found.filter(({ state }) => shelf === 'all' || state === shelf)
  return (
    <>
      <DeskShelves
        shelves={[
          { show: 'all', label: 'All', count: found.length },
          ...states.map((show) => ({
            show,
            label: looks[show].label,
            count: found.filter(({ state }) => state === show).length,
          })),
        ]}
        shelf={shelf}
        onShelf={choose}
        searchLabel="Search letters"
        words={words}
        onWords={setWords}
        count={shown.length}
      />
      {shown.length === 0 ? (
        <p className="border-t border-line py-12 text-center text-muted">No letter like that.</p>
      ) : (
        <Letters letters={shown} unsaved={unsaved} />
      )}
    </>
  )
}

function Letters({ letters, unsaved }: ListProps) {
  const remove = useRemove()
  return (
    <DeskTable
      caption="Letters"
      rows={letters}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Subject',
          className: 'wrap-anywhere',
          cell: ({ id, subject }) => (
            <Link href={deskPaths.written(id)} dir="auto" className="link block w-fit py-2.5 font-semibold">
              {subject || 'Without a subject'}
            </Link>
          ),
        },
        {
          label: 'State',
          cell: (letter) => (
            <span className="flex flex-wrap gap-2">
              <DeskBadge variant={lookOf(letter).variant}>{lookOf(letter).label}</DeskBadge>
              {unsaved.includes(letter.id) && <DeskBadge className="border-dashed">Unsaved words</DeskBadge>}
            </span>
          ),
        },
        {
          label: 'What became of it',
          className: 'text-muted tabular-nums max-md:basis-full md:w-[30%]',
          cell: (letter) => outcomeWords(letter),
        },
        {
          label: 'When',
          className: 'small text-muted md:w-44',
          cell: ({ sentAt, dueAt, updatedAt }) => <DeskTime at={sentAt ?? dueAt ?? updatedAt} />,
        },
        {
          label: 'Delete',
          className: 'md:w-24',
          cell: (letter) =>
            letter.state !== 'under way' && (
              <DeskRowButton aria-label={`Delete ${named(letter)}`} onClick={() => remove(letter)}>
                Delete
              </DeskRowButton>
            ),
        },
      ]}
    />
  )
}

function named({ subject }: LetterLine): string {
  return subject ? `“${subject}”` : 'the letter without a subject'
}

function useRemove() {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(lettersQuery),
      queryClient.invalidateQueries({ queryKey: ['/api/owner/bin'] }),
    ])
  const onceEach = useOnceEach()
  const remove = async (letter: LetterLine) => {
    const { id } = letter
    try {
      await sendJson('DELETE', `${lettersAddress}/${id}`, {})
    } catch (error) {
      return sayNotDone(error, 'Not deleted')
    }
    await refresh()
    offerUndo(`Deleted ${named(letter)}. It stays in the bin for 30 days.`, async () => {
      await sendJson('POST', `${lettersAddress}/${id}/restore`, {})
      await refresh()
    })
  }
  return (letter: LetterLine) => onceEach(letter.id, () => remove(letter))
}
