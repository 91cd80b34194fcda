import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskTime } from '#desk/time.tsx'
import { countInWords } from '#desk/words.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Provider, SyncResult } from './contract.ts'
import { providerText } from './provider-text.ts'
import { providerQuery } from './queries.ts'

const failed = 'Failed to sync subscribers'
const lookEvery = 2_000

/** Pushes the readers to the provider. It may take many minutes, goes on by itself, and is found again after a reload. */
export function ProviderSync({ provider: { group } }: { provider: Provider }) {
  const queryClient = useQueryClient()
  const { isPending, error, attempt } = useAttempt(failed)
  const { data } = useQuery({
    ...providerQuery,
    refetchInterval: ({ state }) => (isPending || (state.data?.lastSync?.pending ?? 0) > 0 ? lookEvery : false),
  })
  const last = data?.lastSync ?? null
  const isUnderWay = isPending || (last !== null && last.pending > 0)
  useTellEnd(last)

  async function sync() {
    const result = await attempt(() => call<SyncResult>('POST', '/api/mailerlite/sync-voracious-readers', {}))
    if (!result) return
    queryClient.setQueryData(providerQuery.queryKey, (known) => known && { ...known, lastSync: result })
  }
  return (
    <div className="mt-5">
      <p className="text-muted">
        {providerText.sync.why} The group is “{group}”.
      </p>
      <SubmitButton
        variant="secondary"
        className="mt-4"
        label="Sync Subscribers"
        pendingLabel="Syncing..."
        isPending={isUnderWay}
        onClick={sync}
        data-needs-script
      />
      <DeskFailure error={error} className="mt-4" />
      {last && (last.pending > 0 ? <UnderWay sync={last} /> : <Result sync={last} />)}
    </div>
  )
}

/** Says once of every sync that ends while she looks how it ended, however long it took. */
function useTellEnd(last: SyncResult | null) {
  const ended = last?.pending === 0 ? last : null
  const told = useRef(ended?.syncId)
  useEffect(() => {
    if (!ended || told.current === ended.syncId) return
    told.current = ended.syncId
    const { hasFailed, errors, successful } = ended
    if (hasFailed) toast({ title: 'Error', description: failed, note: errors.at(-1), variant: 'destructive' })
    else toast({ title: 'Sync Complete', description: `${successful.toLocaleString('en-CA')} successful` })
  }, [ended])
}

function UnderWay({ sync: { pending, total, trouble } }: { sync: SyncResult }) {
  const done = Math.max(0, total - pending)
  return (
    <div className="mt-4">
      <progress aria-label="Sync with MailerLite" value={done} max={Math.max(1, total)} className="progress" />
      <p className="small mt-2 tabular-nums">
        {done.toLocaleString('en-CA')} of {countInWords(total, 'reader', 'readers')}
      </p>
      <p className="small text-muted">{trouble ?? providerText.sync.pace}</p>
    </div>
  )
}

function Result({ sync }: { sync: SyncResult }) {
  const { successful, failed, skipped, errors, hasFailed, startedAt } = sync
  const facts = [`${successful.toLocaleString('en-CA')} successful`]
  if (failed > 0) facts.push(`${failed.toLocaleString('en-CA')} failed`)
  if (skipped > 0) facts.push(`${skipped.toLocaleString('en-CA')} skipped, who get no more letters`)
  return (
    <div className="mt-4">
      <p role="status" className="font-semibold">
        {hasFailed ? `Ended early: ${facts.join(', ')}` : facts.join(', ')}
      </p>
      <p className="small text-muted">
        <DeskTime at={startedAt} />
      </p>
      {errors.length > 0 && (
        <ul className="small mt-2 max-h-40 space-y-1 overflow-y-auto border-l-2 border-danger pl-3">
          {errors.map((words) => (
            <li key={words} className="break-words">
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
