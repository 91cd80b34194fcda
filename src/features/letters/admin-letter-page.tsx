import { useQuery } from '@tanstack/react-query'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { isUnderWay } from '#features/campaigns/progress.ts'
import { BackToLetters } from './back-to-letters.tsx'
import { LetterForm } from './letter-form.tsx'
import { LetterOutcome, LetterSoFar } from './letter-outcome.tsx'
import { everySecond, writtenQuery } from './queries.ts'

export default function AdminLetterPage({ params }: { params: Record<string, string> }) {
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = useQuery({
    ...writtenQuery(params.id ?? ''),
    refetchInterval: ({ state: { data } }) => data?.state === 'under way' && isUnderWay(data.mailing) && everySecond,
  })
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
          {data.state === 'by itself' && <LetterSoFar opened={data} />}
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
