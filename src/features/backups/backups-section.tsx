import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DeskFailure } from '#desk/failure.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { Button } from '#ui/button.tsx'
import { type BackUp, BackUpNow, useBackUp } from './backup-now.tsx'
import {
  agoInWords,
  backupsText,
  contentWords,
  missingWords,
  nextWords,
  placeWords,
  triedWords,
  type Warning,
  warningsOf,
} from './backups-text.ts'
import type { BackupState } from './contract.ts'
import { KeptBackups } from './kept-backups.tsx'
import { backupsQuery } from './queries.ts'

const lookEvery = 1_000

/** The copies of the whole site. It asks for them itself: without them the other settings are there all the same. */
export function BackupsSection() {
  // Whichever view goes, the next one has this id: what had the focus may have gone with it.
  const id = useId()
  const heir = useFocusHeir(id)
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state: { data } }) => (data && data.running !== null ? lookEvery : false),
    // One is made every night, and this page may have been open since yesterday.
    refetchOnWindowFocus: 'always',
  })
  const retry = () => void refetch()
  return (
    <DeskSection anchor="backups" title={backupsText.title} intro={backupsText.intro}>
      <div {...heir}>
        {!data && !error && (
          <div id={id} tabIndex={-1} data-needs-script className="outline-none">
            <DeskLoading label={backupsText.loading} />
          </div>
        )}
        {!data && error && (
          <div id={id} tabIndex={-1} role="alert" className="outline-none">
            <DeskFailure error={error} comfort={backupsText.unread} onRetry={retry} />
          </div>
        )}
        {data && (
          <>
            <div role="status">
              <DeskFailure error={error} comfort={backupsText.outdated} onRetry={retry} className="mb-6" />
            </div>
            <Backups id={id} state={data} readAt={dataUpdatedAt} />
          </>
        )}
      </div>
    </DeskSection>
  )
}

function Backups({ id, state, readAt }: { id: string; state: BackupState; readAt: number }) {
  const { last, running, nextAt, kept, isSealed } = state
  const backUp = useBackUp(state)
  return (
    <>
      <div role="alert">
        {warningsOf(state).map((warning) => (
          <WarningBox key={warning.title} warning={warning} backUp={backUp} />
        ))}
      </div>
      {last ? <Last last={last} tried={state.tried} readAt={readAt} /> : <p>{backupsText.none}</p>}
      <p className="mt-4">{placeWords(state)}</p>
      <BackUpNow id={id} running={running} backUp={backUp} />
      <p className="small mt-6 text-muted">
        {nextWords(state)} <DeskTime at={nextAt} />. {backupsText.retention}
      </p>
      {kept.length > 0 && <KeptBackups kept={kept} isSealed={isSealed} />}
    </>
  )
}

function WarningBox({ warning, backUp }: { warning: Warning; backUp: BackUp }) {
  const { title, since, safe, advice, words, act } = warning
  return (
    <div className="mb-6 border-l-2 border-warn bg-raised px-5 py-4">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">
        {since && (
          <>
            {since.words} <DeskTime at={since.at} />.
          </>
        )}{' '}
        {safe}
      </p>
      <p className="mt-2">{advice}</p>
      {words && (
        <p className="small mt-2 bg-ground px-3 py-2">
          <code className="font-mono select-all wrap-anywhere">{words}</code>
        </p>
      )}
      {act && (
        <Button
          variant="secondary"
          aria-disabled={backUp.isBusy || undefined}
          onClick={backUp.isBusy ? undefined : backUp.start}
          className="mt-4 aria-disabled:cursor-progress aria-disabled:text-faint"
        >
          {act}
        </Button>
      )}
    </div>
  )
}

type LastProps = { last: NonNullable<BackupState['last']>; tried: BackupState['tried']; readAt: number }

function Last({ last, tried, readAt }: LastProps) {
  const missing = missingWords(last)
  const { before, after } = triedWords(tried)
  return (
    <>
      <p className="font-semibold">
        The last one is from <DeskTime at={last.madeAt} />{' '}
        <span className="font-normal whitespace-nowrap text-muted">({agoInWords(last.madeAt, readAt)})</span>
      </p>
      <p className="mt-1">{contentWords(last)}</p>
      {missing && <p className="my-3 border-l-2 border-warn pl-4">{missing}</p>}
      <p className="mt-1 text-muted">
        {before} {tried && <DeskTime at={tried.at} isDateOnly />}
        {after}
      </p>
    </>
  )
}
