import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { isUnderWay } from '#features/campaigns/progress.ts'
import { BackToLetters } from './back-to-letters.tsx'
import type { OwnerLetter } from './contract.ts'
import { LetterForm } from './letter-form.tsx'
import { LetterOutcome, LetterSoFar } from './letter-outcome.tsx'
import { lettersAddress, writtenQuery } from './queries.ts'

const every = 1_000

export default function AdminLetterPage({ params }: { params: Record<string, string> }) {
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = useQuery({
    ...writtenQuery(params.id ?? ''),
    // While letters leave, the screen follows.
    refetchInterval: ({ state: { data } }) => data?.state === 'under way' && isUnderWay(data.mailing) && every,
  })
  const queryClient = useQueryClient()
  /** Of one that goes by itself: its form, with what she types in it, stays as it is. */
  const followMailing = async () => {
    const { queryKey } = writtenQuery(params.id ?? '')
    // Away for a moment, it is read with her next visit.
    const answer = await fetch(`${lettersAddress}/${params.id}`).catch(() => null)
    if (!answer?.ok) return
    const { mailing }: OwnerLetter = await answer.json()
    queryClient.setQueryData<OwnerLetter>(queryKey, (before) => before && { ...before, mailing })
  }
  const heir = useFocusHeir('room')
  const isGone = data?.state === 'sent' || data?.state === 'under way'
  return (
    <DeskPage title={data ? data.subject || 'Letter' : 'Letter'} way={<BackToLetters />}>
      {data ? (
        <div {...heir}>
          {isGone ? (
            <LetterOutcome letter={data} readAt={dataUpdatedAt} isSilent={isRefetchError} onSteered={() => refetch()} />
          ) : (
            // Whatever else happens with it makes another version, and the form begins with that.
            <LetterForm key={`${data.id} ${data.version}`} opened={data} />
          )}
          {data.state === 'by itself' && <LetterSoFar letter={data} onSteered={() => void followMailing()} />}
        </div>
      ) : error ? (
        <DeskProblem title="This letter did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      ) : (
        <DeskLoading label="Loading the letter" />
      )}
    </DeskPage>
  )
}
