import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { causeOf } from '#desk/cause.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { backupSize, backupsText, type Ending, endingOf, percentOf, progressAloud } from './backups-text.ts'
import type { BackupState } from './contract.ts'
import { backupsAddress, backupsQuery } from './queries.ts'

export type BackUp = ReturnType<typeof useBackUp>

/** Makes one now, and says how it ended. */
export function useBackUp(state: BackupState) {
  const queryClient = useQueryClient()
  const { isPending, error, attempt } = useAttempt(backupsText.start.failed)
  const { ending, watch } = useEnding(state)

  async function start() {
    const begun = await attempt(() => call<BackupState>('POST', backupsAddress, {}).catch(whatIsUnderWay))
    // Where the answer was lost, it may have begun all the same.
    if (!begun) return queryClient.invalidateQueries(backupsQuery)
    // An answer that is still on its way was given before this one.
    await queryClient.cancelQueries(backupsQuery)
    watch()
    queryClient.setQueryData(backupsQuery.queryKey, begun)
  }
  /** Somebody was quicker, in another tab or by the clock: what she wants is being done. */
  function whatIsUnderWay(error: unknown) {
    if (causeOf(error).status !== 409) throw error
    return queryClient.fetchQuery({ ...backupsQuery, staleTime: 0 })
  }

  return { start, isBusy: isPending || state.running !== null, error, ending }
}

/** How the one ended that was under way while she looked. Told once, however it was begun. */
function useEnding(state: BackupState) {
  const [ending, setEnding] = useState<Ending | null>(null)
  const watched = useRef<{ before: string | null } | null>(null)
  const before = state.last?.name ?? null

  useEffect(() => {
    if (state.running !== null) {
      watched.current ??= { before: state.last?.name ?? null }
      return
    }
    if (!watched.current) return
    const ending = endingOf(watched.current.before, state)
    watched.current = null
    setEnding(ending)
    if (ending === 'made' && state.last) toast({ title: 'Backed up', description: backupSize(state.last.bytes) })
    else toast({ title: 'Not backed up', description: 'The earlier backups stay.', variant: 'destructive' })
  }, [state])

  const watch = () => {
    watched.current = { before }
    setEnding(null)
  }
  return { ending, watch }
}

type Props = { id: string; running: number | null; backUp: BackUp }

/** The button, and how far it is. It can be pressed once, and keeps the focus however long that takes. */
export function BackUpNow({ id, running, backUp: { start, isBusy, error, ending } }: Props) {
  const { label, pending } = backupsText.start
  return (
    <div className="mt-6">
      <Button
        id={id}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : start}
        className="w-full aria-disabled:cursor-progress sm:w-auto"
      >
        <span data-other={isBusy ? label : pending} className="room-for-both">
          {isBusy ? pending : label}
        </span>
      </Button>
      {running !== null && <Progress running={running} />}
      <p role="status" className="sr-only">
        {progressAloud(running)}
      </p>
      <div role="status">
        <DeskFailure error={error} unchanged="The earlier backups stay." className="mt-4" />
        {ending === 'cut short' && running === null && (
          <p className="mt-4 border-l-2 border-warn pl-4">{backupsText.cutShort}</p>
        )}
      </div>
    </div>
  )
}

function Progress({ running }: { running: number }) {
  return (
    <div className="mt-4">
      <div className="flex items-center gap-4">
        <progress aria-label={backupsText.progress} value={running} max={1} className="progress" />
        <span aria-hidden="true" className="small w-11 shrink-0 text-right tabular-nums">
          {percentOf(running)} %
        </span>
      </div>
      <p className="small mt-2 text-muted">{backupsText.leave}</p>
    </div>
  )
}
