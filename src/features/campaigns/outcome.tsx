import { type BadgeVariant, DeskBadge } from '#desk/badge.tsx'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskMore, useDeskPages } from '#desk/pages.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskRowButton } from '#desk/row-button.tsx'
import { DeskTabs } from '#desk/tabs.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { DeskAddress, DeskWindow } from '#desk/window.tsx'
import { countInWords } from '#desk/words.ts'
import { cn } from '#ui/cn.ts'
import { toast } from '#ui/toast-store.ts'
import type { Campaign, Delivery, DeliveryPage } from './contract.ts'
import { stateLabels } from './progress.ts'
import { campaignsAddress, deliveriesAddress, useRefetchOnTheWay } from './queries.ts'
import { sendEmailsText } from './send-emails-text.ts'

type State = Delivery['state']

const looks: Record<State, BadgeVariant> = {
  sent: 'success',
  failed: 'danger',
  unknown: 'warn',
  skipped: 'outline',
  stopped: 'outline',
  kept: 'outline',
  bounced: 'danger',
  complained: 'danger',
  waiting: 'outline',
}
const order = ['failed', 'bounced', 'complained', 'unknown', 'sent', 'kept', 'skipped', 'stopped', 'waiting'] as const

/** The state an address asks for; what is no state is not asked for. */
export function deliveryStateFrom(search: URLSearchParams): State | null {
  return order.find((state) => state === search.get('state')) ?? null
}

type Props = {
  campaign: Campaign
  state: State | null
  /** where the letters in one state, or with null in any, are shown */
  addressOf: (state: State | null) => string
}

/** What became of each letter: counted by state, page by page, with what only the author can decide. */
export function Outcome({ campaign, state, addressOf }: Props) {
  return (
    <section aria-labelledby="outcome" className="mt-12">
      <h2 id="outcome" tabIndex={-1} className="title-3 mb-3">
        Letter by letter
      </h2>
      <DeskTabs label="State of the letters" tabs={tabsOf({ campaign, state, addressOf })} />
      {campaign.unknown > 0 && (
        <p className="mt-4 max-w-[68ch] border-l-2 border-warn pl-4">{sendEmailsText.uncertain}</p>
      )}
      <Deliveries key={state} campaign={campaign} state={state} />
    </section>
  )
}

function tabsOf({ campaign, state: asked, addressOf }: Props) {
  const { total, pending, ...counted } = campaign
  const counts = { ...counted, waiting: pending }
  const tab = (state: State | null, label: string, count: number) => ({
    href: addressOf(state),
    label,
    count,
    isHere: asked === state,
  })
  const some = order.filter((state) => counts[state] > 0 || state === asked)
  return [tab(null, 'All', total), ...some.map((state) => tab(state, stateLabels[state], counts[state]))]
}

function Deliveries({ campaign, state }: { campaign: Campaign; state: State | null }) {
  const list = useDeskPages<DeliveryPage>(deliveriesAddress(campaign.id), { state })
  const rows = list.pages?.flatMap(({ deliveries }) => deliveries) ?? []
  const heir = useFocusHeir('outcome')
  useRefetchOnTheWay(campaign, list.refetch)
  const failure = <DeskFailure error={list.error} onRetry={() => void list.refetch()} className="mt-4" />
  if (rows.length === 0) return list.error ? failure : list.isPending ? <Loading /> : <NoneHere />
  return (
    <>
      <div className="mt-4" {...heir}>
        <DeliveryTable deliveries={rows} />
      </div>
      <DeskMore list={list} words={`${countInWords(rows.length, 'letter', 'letters')} shown.`} />
      {failure}
    </>
  )
}

function Loading() {
  return <DeskLoading label="Loading letters" />
}

function NoneHere() {
  return <p className="mt-4 text-muted">No letter is in this state.</p>
}

function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <DeskWindow
      caption="Letters"
      rows={deliveries}
      keyOf={({ id }) => id}
      className={cn(
        '[--columns:minmax(0,2fr)_minmax(0,3fr)_7.5rem_12rem] [--narrow:auto_minmax(0,1fr)]',
        // Reasons and decisions want room.
        deliveries.some(({ error, state }) => error || state === 'unknown')
          ? '[--row:10.5rem] md:[--row:6rem]'
          : '[--row:7rem] md:[--row:3.75rem]',
      )}
      columns={[
        { label: 'Reader', className: 'max-md:col-span-2', cell: ({ email }) => <DeskAddress email={email} /> },
        {
          label: 'State',
          className: 'max-md:col-span-2',
          cell: (delivery) => <StateCell delivery={delivery} label={stateLabels[delivery.state]} />,
        },
        {
          label: 'Downloads',
          className: 'small text-muted tabular-nums',
          cell: ({ downloads }) => (
            <>
              {downloads.toLocaleString('en-CA')}
              <span className="md:sr-only"> {downloads === 1 ? 'download' : 'downloads'}</span>
            </>
          ),
        },
        {
          label: 'When',
          className: 'small text-muted',
          cell: ({ settledAt }) => settledAt && <DeskTime at={settledAt} />,
        },
      ]}
    />
  )
}

function StateCell({ delivery, label }: { delivery: Delivery; label: string }) {
  const { state, error } = delivery
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <DeskBadge variant={looks[state]}>{label}</DeskBadge>
      {state === 'unknown' && <Decide delivery={delivery} />}
      {error && (
        <span
          title={error}
          className="small line-clamp-3 basis-full text-muted [overflow-wrap:anywhere] md:line-clamp-2"
        >
          {error}
        </span>
      )}
    </span>
  )
}

/** Nobody can know whether it arrived; the author decides. */
function Decide({ delivery: { id, email } }: { delivery: Delivery }) {
  const refresh = useRefresh(campaignsAddress)
  const sending = useAttempt('Failed to send email')
  const counting = useAttempt('Failed to count it as sent')
  const isPending = sending.isPending || counting.isPending
  const decide = (decision: 'again' | 'sent') => async () => {
    const { attempt } = decision === 'again' ? sending : counting
    const done = await attempt(() =>
      call<{ message: string }>('POST', `/api/owner/deliveries/${id}/decision`, { decision }),
    )
    if (done) toast({ title: 'Done', description: done.message })
    await refresh()
  }
  return (
    <>
      <DeskRowButton isBusy={isPending} aria-label={`Send again to ${email}`} onClick={decide('again')}>
        Send again
      </DeskRowButton>
      <DeskRowButton isBusy={isPending} aria-label={`Count as sent to ${email}`} onClick={decide('sent')}>
        Count as sent
      </DeskRowButton>
    </>
  )
}
