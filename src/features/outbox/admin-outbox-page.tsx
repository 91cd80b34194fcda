import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { addressWith, cursorFrom } from '#desk/address.ts'
import { DeskPage } from '#desk/page.tsx'
import { DeskPager } from '#desk/pager.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTabs } from '#desk/tabs.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LetterSummary, Outbox } from './contract.ts'
import { LetterBadge } from './letter-badge.tsx'
import { MailState } from './mail-state.tsx'
import { OnTheirWay } from './on-their-way.tsx'
import { letterStateWords, outboxText } from './outbox-text.ts'
import { outboxQuery } from './queries.ts'
import { letterStateFrom, letterStates, type LetterState as State } from './states.ts'

/** Every letter the site wrote, what became of it, and whether there is a way for it to go. */
export default function AdminOutboxPage() {
  const search = new URLSearchParams(useSearch())
  const asked = { state: letterStateFrom(search), cursor: cursorFrom(search) }
  const query = useQuery({
    ...outboxQuery(asked.state, asked.cursor),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => lookAgain(data),
  })
  const { data, isPending, error, refetch } = query
  return (
    <DeskPage title={outboxText.title}>
      {isPending ? (
        <DeskLoading label={outboxText.loading} />
      ) : error ? (
        <DeskProblem title={outboxText.failed.title} error={error} onRetry={refetch}>
          {outboxText.failed.text}
        </DeskProblem>
      ) : (
        <>
          <MailState outbox={data} />
          <OnTheirWay underWay={data.underWay} />
          <Letters outbox={data} asked={asked} isComing={query.isPlaceholderData} />
        </>
      )}
    </DeskPage>
  )
}

/** As long as letters wait: soon while they leave, later while the mail server lets them wait. */
function lookAgain(outbox: Outbox | undefined): number | false {
  if (!outbox?.underWay?.waiting) return false
  return outbox.underWay.trouble ? 10_000 : 1_500
}

type Asked = { state: State | null; cursor: string | null }

function Letters({ outbox, asked, isComing }: { outbox: Outbox; asked: Asked; isComing: boolean }) {
  const { letters, counts, next, mail } = outbox
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all === 0) return <Notice title={outboxText.none.title}>{outboxText.none.text}</Notice>
  return (
    <>
      <DeskTabs label="State" tabs={tabsOf(asked, counts, all)} />
      <div aria-busy={isComing} className={cn('mt-2', isComing && 'opacity-60')}>
        {letters.length === 0 ? <NoneHere /> : <LetterTable letters={letters} isConnected={mail.isConnected} />}
      </div>
      <DeskPager
        label="Pages of letters"
        first={asked.cursor && addressWith(deskPaths.outbox, { state: asked.state })}
        next={next && addressWith(deskPaths.outbox, { state: asked.state, cursor: next })}
      />
    </>
  )
}

/** Only the states there are, and the one that is asked for. */
function tabsOf(asked: Asked, counts: Outbox['counts'], all: number) {
  const tab = (state: State | null, label: string, count: number) => ({
    href: addressWith(deskPaths.outbox, { state }),
    label,
    count,
    isHere: asked.state === state,
  })
  const states = letterStates.filter((state) => counts[state] > 0 || state === asked.state)
  return [
    tab(null, 'All', all),
    ...states.map((state) => tab(state, letterStateWords(state, true).label, counts[state])),
  ]
}

function NoneHere() {
  const { title, text, all } = outboxText.noneHere
  return (
    <Notice title={title} action={<ButtonLink href={deskPaths.outbox}>{all}</ButtonLink>}>
      {text}
    </Notice>
  )
}

function LetterTable({ letters, isConnected }: { letters: readonly LetterSummary[]; isConnected: boolean }) {
  return (
    <DeskTable
      caption={outboxText.title}
      rows={letters}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Letter',
          cell: ({ id, subject, to, kind }) => (
            <>
              <Link href={deskPaths.letter(id)} className="font-semibold after:absolute after:inset-0 hover:text-link">
                {subject}
              </Link>
              <span className="small block text-muted">
                {kind}, to {to}
              </span>
            </>
          ),
        },
        {
          label: 'State',
          className: 'basis-full md:w-96',
          cell: (letter) => <LetterState letter={letter} isConnected={isConnected} />,
        },
        { label: 'Written', className: 'small text-muted', cell: ({ createdAt }) => <DeskTime at={createdAt} /> },
      ]}
    />
  )
}

/** In a list, a letter that is on its way or has arrived needs no more than its badge. */
function LetterState({ letter: { state, reason }, isConnected }: { letter: LetterSummary; isConnected: boolean }) {
  const isQuiet = state === 'sent' || state === 'sending' || (state === 'queued' && !reason)
  return (
    <>
      <LetterBadge state={state} />
      {!isQuiet && (
        <span className="small mt-1 block text-muted">
          {letterStateWords(state, isConnected).sentence}
          {reason && <span className="block text-faint">{reason}</span>}
        </span>
      )}
    </>
  )
}
