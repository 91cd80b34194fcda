import { useQuery } from '@tanstack/react-query'
import { DeskBadge } from '#desk/badge.tsx'
import { call, sayFailed, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { countInWords } from '#desk/words.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { AddToProvider } from './add-to-provider.tsx'
import type { Provider } from './contract.ts'
import { ProviderSync } from './provider-sync.tsx'
import { providerText } from './provider-text.ts'
import { providerGroupsQuery, providerQuery } from './queries.ts'

/** The author's list at her mailing provider: pushed there, looked at, added to, and heard from. */
export function ProviderPanel() {
  const { data, error, refetch } = useQuery(providerQuery)
  return (
    <section aria-labelledby="provider">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="provider" className="title-3">
          {providerText.title}
        </h2>
        {data && (
          <DeskBadge variant={data.isConnected ? 'success' : 'outline'}>
            {data.isConnected ? 'Connected' : 'No key'}
          </DeskBadge>
        )}
      </div>
      {data && <Panel provider={data} />}
      {!data && !error && <DeskLoading label={providerText.loading} />}
      {!data && <DeskFailure error={error} onRetry={() => void refetch()} className="mt-4" />}
    </section>
  )
}

function Panel({ provider }: { provider: Provider }) {
  return (
    <>
      {!provider.isConnected && <HowToConnect />}
      <ProviderSync provider={provider} />
      <Groups />
      <AddToProvider group={provider.group} />
      {provider.isConnected && <Webhook provider={provider} />}
    </>
  )
}

function HowToConnect() {
  return (
    <div className="mt-4 border-l-2 border-warn bg-raised px-5 py-4">
      <p>{providerText.withoutKey}</p>
      <ol className="small mt-2 list-decimal space-y-1 pl-5 text-muted">
        {providerText.howToGetOne.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

function Groups() {
  const { data, isFetching, error, refetch } = useQuery({ ...providerGroupsQuery, enabled: false })

  async function look() {
    const { error } = await refetch()
    if (error) sayFailed('Failed to fetch groups', error)
  }
  return (
    <div className="mt-6 border-t border-line pt-6">
      <SubmitButton
        variant="secondary"
        label="Fetch Groups"
        pendingLabel="Fetching..."
        isPending={isFetching}
        onClick={look}
        data-needs-script
      />
      <DeskFailure error={error} className="mt-4" />
      <div role="status">
        {data && <p className="mt-3 font-semibold">{countInWords(data.count, 'group', 'groups')}</p>}
      </div>
      {data && data.count > 0 && (
        <ul className="mt-1 max-h-56 overflow-y-auto">
          {data.groups.map(({ id, name, activeCount }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
              <span className="min-w-0 break-words">{name}</span>
              <span className="small text-faint tabular-nums">{activeCount.toLocaleString('en-CA')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Webhook({ provider: { hasWebhook } }: { provider: Provider }) {
  const { refetch } = useQuery(providerQuery)
  const { isPending, error, attempt } = useAttempt('Failed to connect')
  const { isOn, isOff } = providerText.webhook

  async function connect() {
    const answer = await attempt(() => call<{ message: string }>('POST', '/api/owner/provider/webhook', {}))
    if (!answer) return
    toast({ title: 'Connected', description: answer.message })
    await refetch()
  }
  return (
    <div className="mt-6 border-t border-line pt-6">
      <p className="mb-3 text-muted">{hasWebhook ? isOn : isOff}</p>
      <DeskFailure error={error} className="mb-4" />
      <SubmitButton
        variant="secondary"
        label={hasWebhook ? 'Connect again' : providerText.webhook.turnOn}
        pendingLabel="Connecting..."
        isPending={isPending}
        onClick={connect}
        data-needs-script
      />
    </div>
  )
}
