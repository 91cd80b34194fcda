import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addressWith } from '#desk/address.ts'
import { call, useAttempt } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { countInWords } from '#desk/words.ts'
import { useFileAsked } from '#features/downloads/owner-queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Campaign, Overview } from './contract.ts'
import { isTakenBack, isUnderWay, progressWords, secondsLeft, shareWords, tenthsDone } from './progress.ts'
import { campaignsAddress, earlierQuery, outcomePath, overviewQuery } from './queries.ts'
import { sendEmailsText } from './send-emails-text.ts'

type Props = {
  campaign: Campaign
  /** when the page last heard how far it is */
  readAt: number
  /** it has not heard since */
  isSilent: boolean
  /** it was begun here a moment ago: the way back gets the focus */
  hasFocus: boolean
  onSteered: () => void
}

/** A campaign that is held, on its way, or paused, as the server tells it. */
export function UnderWay(props: Props) {
  const { state } = props.campaign
  return state === 'holding' ? <Hold {...props} /> : <Progress key={state} {...props} />
}

type Action = 'pause' | 'resume' | 'stop' | 'retry' | 'take-back'

/** Tells the server what is to become of a campaign, and shows what it then says of it. */
function useSteer({ id }: Campaign) {
  const queryClient = useQueryClient()
  const asked = useFileAsked()
  return async (action: Action) => {
    const steered = await call<Campaign>('POST', `${campaignsAddress}/${id}/${action}`, {})
    queryClient.setQueryData(overviewQuery(asked).queryKey, (known) => known && withSteered(known, steered))
    void queryClient.invalidateQueries(earlierQuery(asked))
    return steered
  }
}

/** One of this file is the latest from now on; one of another stands among the others. */
function withSteered(known: Overview, steered: Campaign): Overview {
  const isOther = known.latest !== null && known.latest.fileName !== steered.fileName
  if (!isOther) return { ...known, latest: steered }
  const others = known.others.filter(({ id }) => id !== steered.id)
  return { ...known, others: isUnderWay(steered) ? [...others, steered] : others }
}

/** Counts by this clock: when the server is not heard, its letters leave all the same. */
function useSecondsLeft({ startsIn }: Campaign, readAt: number): number {
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  // A page that came whole does not say when it was read: a moment ago.
  const elapsed = readAt === 0 ? 0 : Math.max(0, now - readAt)
  return Math.max(0, (startsIn ?? 0) - Math.floor(elapsed / 1_000))
}

function Hold({ campaign, readAt, isSilent, hasFocus, onSteered }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  const steer = useSteer(campaign)
  const { isPending, error, attempt } = useAttempt('Failed to take it back')
  // After the page has arrived, which gives the focus to its heading; and in sight, or the ten seconds are none.
  useEffect(() => {
    if (hasFocus) undo.current?.focus()
  }, [hasFocus])

  async function takeBack() {
    const stopped = await attempt(() => steer('stop'))
    if (!stopped) return
    onSteered()
    if (stopped.sent === 0) toast(words.undone)
  }
  const left = useSecondsLeft(campaign, readAt)
  const words = sendEmailsText.holding
  const { slow } = campaign
  return (
    <div className="mt-4 border border-accent bg-raised p-5 sm:p-6">
      <p role="status" className="sr-only">
        Held for a few seconds before anything leaves.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-[1.125rem] font-semibold">
            {countInWords(slow?.today ?? campaign.total, 'letter goes', 'letters go')} out{' '}
            {left > 0 ? (
              <>
                in <span className="tabular-nums">{left}</span> s
              </>
            ) : (
              'now'
            )}
          </p>
          {slow && (
            <p>
              Of {campaign.total.toLocaleString('en-CA')}: {shareWords(slow.today)}.
            </p>
          )}
          <p className="text-muted">{isSilent || left === 0 ? words.unseen : words.text}</p>
        </div>
        <Button ref={undo} onClick={isPending ? undefined : takeBack} aria-disabled={isPending} className="min-w-32">
          Undo
        </Button>
      </div>
      <DeskFailure error={error} comfort={words.notTaken} className="mt-4" />
    </div>
  )
}

function Progress({ campaign, readAt, onSteered }: Props) {
  const [since, setSince] = useState({ at: readAt, pending: campaign.pending })
  // A page that came whole does not say when it was read, and how fast they leave is reckoned from there.
  if (since.at === 0 && readAt > 0) setSince({ at: readAt, pending: campaign.pending })
  const { state, total, pending, trouble, slow } = campaign
  const isPaused = state === 'paused'
  return (
    <div className="mt-4 border border-line bg-raised p-5 sm:p-6">
      <p className="text-[1.125rem] font-semibold tabular-nums">
        {isPaused && 'Paused · '}
        {progressWords(campaign, secondsLeft(campaign, since, readAt))}
      </p>
      <progress aria-label="Letters sent" value={total - pending} max={total} className="progress mt-3" />
      <p role="status" className="sr-only">
        {isPaused ? 'Paused' : `${tenthsDone(campaign) * 10} percent`}
      </p>
      <p role="status" className="mt-3 text-muted">
        {trouble ?? sendEmailsText.sending}
      </p>
      {slow?.nextAt && (
        <p className="mt-1 text-muted">
          {sendEmailsText.nextShare} <DeskTime at={slow.nextAt} />.
        </p>
      )}
      {campaign.nextTryAt && (
        <p className="mt-1 text-muted">
          {sendEmailsText.putOff} <DeskTime at={campaign.nextTryAt} />.
        </p>
      )}
      <Controls campaign={campaign} onSteered={onSteered} />
    </div>
  )
}

function Controls({ campaign, onSteered }: { campaign: Campaign; onSteered: () => void }) {
  const steer = useSteer(campaign)
  const [isAsking, setIsAsking] = useState(false)
  const isPaused = campaign.state === 'paused'
  const { isPending, error, attempt } = useAttempt(isPaused ? 'Failed to go on' : 'Failed to pause')
  const words = sendEmailsText.stop

  const turn = async (action: 'pause' | 'resume') => {
    if (await attempt(() => steer(action))) onSteered()
  }
  return (
    <>
      <DeskFailure error={error} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-3">
        <SubmitButton
          variant={isPaused ? 'primary' : 'secondary'}
          label={isPaused ? 'Resume' : 'Pause'}
          pendingLabel={isPaused ? 'Resuming...' : 'Pausing...'}
          isPending={isPending}
          onClick={() => turn(isPaused ? 'resume' : 'pause')}
        />
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Stop
        </Button>
        <OutcomeFile campaign={campaign} />
      </div>
      <DeskConfirm
        isOpen={isAsking}
        title={words.title}
        keepLabel={words.keep}
        actLabel="Stop"
        actingLabel="Stopping..."
        isFinal
        other={isPaused ? null : { label: words.instead, act: () => steer('pause') }}
        onAct={() => steer('stop').then(onSteered)}
        onClose={() => setIsAsking(false)}
      >
        <p>
          {countInWords(campaign.pending, 'letter has', 'letters have')} not left yet. {words.text}
        </p>
      </DeskConfirm>
    </>
  )
}

/** What lies in the outbox nobody has: it can still be taken back. */
export function TakeBack({ campaign, onSteered }: Pick<Props, 'campaign'> & Partial<Props>) {
  const steer = useSteer(campaign)
  const [isAsking, setIsAsking] = useState(false)
  const words = sendEmailsText.takeBack
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {words.act}
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title={`Take ${countInWords(campaign.kept, 'letter', 'letters')} back?`}
        keepLabel={words.keep}
        actLabel={words.act}
        actingLabel={words.acting}
        onAct={() => steer('take-back').then(onSteered)}
        onClose={() => setIsAsking(false)}
      >
        <p>{words.text}</p>
      </DeskConfirm>
    </>
  )
}

/** What goes out beside it: each stands in its own place. */
export function OthersUnderWay({ campaigns }: { campaigns: readonly Campaign[] }) {
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="others" className="mt-8">
      <h2 id="others" className="font-semibold">
        {sendEmailsText.others}
      </h2>
      <ul>
        {campaigns.map((campaign) => (
          <li
            key={campaign.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
          >
            <Link
              href={addressWith(deskPaths.sendEmails, { file: campaign.fileName })}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {campaign.title}
            </Link>
            <span className="small text-muted tabular-nums">
              {campaign.state === 'paused' && 'Paused · '}
              {campaign.state === 'holding' ? sendEmailsText.soon : progressWords(campaign, null)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const anchor = 'campaign'

/** A campaign that is over: how it ended, how many have fetched the book, and what can still be done about it. */
export function EndedCampaign({ campaign, isEarlier }: { campaign: Campaign; isEarlier: boolean }) {
  const { createdAt, failed, title } = campaign
  const asked = useFileAsked()
  const steer = useSteer(campaign)
  const { isPending, error, attempt } = useAttempt('Failed to send emails')
  return (
    <div id={anchor} className="mt-6 scroll-mt-6 border border-line bg-raised p-5 sm:p-6">
      <p role="status" className="text-[1.125rem] font-semibold tabular-nums">
        {endWords(campaign)}
      </p>
      <p className="text-muted">
        <bdi className="wrap-anywhere">{title}</bdi>, begun on <DeskTime at={createdAt} />.{' '}
        {campaign.kept > 0 && (
          <>
            What is kept lies in the{' '}
            <Link href={deskPaths.outbox} className="link">
              outbox
            </Link>
            , and is sent from there.{' '}
          </>
        )}
        {isEarlier && (
          <Link href={`${addressWith(deskPaths.sendEmails, { file: asked })}#${anchor}`} className="link">
            Back to the latest
          </Link>
        )}
      </p>
      <DeskFailure error={error} unchanged="Nothing was sent." className="mt-4" />
      {campaign.sent + failed + campaign.unknown + campaign.kept > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {failed > 0 && (
            <SubmitButton
              variant="secondary"
              label="Retry failed"
              pendingLabel="Retrying..."
              isPending={isPending}
              onClick={() => attempt(() => steer('retry'))}
              data-needs-script
            />
          )}
          {campaign.kept > 0 && <TakeBack campaign={campaign} />}
          <OutcomeFile campaign={campaign} />
        </div>
      )}
    </div>
  )
}

function OutcomeFile({ campaign: { id } }: { campaign: Campaign }) {
  return (
    <a href={outcomePath(id)} className={buttonClass({ variant: 'secondary' })}>
      Download CSV
    </a>
  )
}

/** Campaigns before the last, each with the way to its letters. */
export function EarlierCampaigns({
  campaigns,
  shownId,
}: {
  campaigns: readonly Campaign[]
  shownId: string | undefined
}) {
  const asked = useFileAsked()
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="earlier" className="mt-12">
      <h2 id="earlier" className="title-3 mb-3">
        Earlier campaigns
      </h2>
      <DeskTable
        caption="Earlier campaigns"
        rows={campaigns}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'Begun',
            className: 'md:w-64',
            cell: ({ id, createdAt }) => (
              <Link
                href={`${addressWith(deskPaths.sendEmails, { file: asked, campaign: id })}#${anchor}`}
                aria-current={id === shownId ? 'true' : undefined}
                className="link inline-block py-2.5 aria-[current]:font-semibold"
              >
                <DeskTime at={createdAt} />
              </Link>
            ),
          },
          { label: 'File', className: 'wrap-anywhere md:w-56', cell: ({ title }) => title },
          { label: 'What became of it', className: 'text-muted tabular-nums', cell: endWords },
        ]}
      />
    </section>
  )
}

function endWords(campaign: Campaign): string {
  const { state, kept, sent, failed, stopped, unknown, fetched, finishedAt } = campaign
  if (kept > 0 && sent + failed + unknown === 0)
    return `Kept: ${countInWords(kept, 'letter', 'letters')} written, none sent`
  if (isTakenBack(campaign) && failed === 0) return 'Taken back · nobody was written to'
  return [
    state === 'stopped' ? 'Stopped' : finishedAt ? 'Done' : 'Not over',
    progressWords(campaign, null),
    kept > 0 && `${kept.toLocaleString('en-CA')} kept in the outbox`,
    stopped > 0 && `${stopped.toLocaleString('en-CA')} not sent`,
    fetched !== null && sent > 0 && fetchedWords(fetched),
  ]
    .filter(Boolean)
    .join(' · ')
}

function fetchedWords(fetched: number): string {
  return fetched === 0 ? 'fetched by nobody yet' : `fetched by ${countInWords(fetched, 'reader', 'readers')}`
}
