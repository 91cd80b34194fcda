import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { addressWith, cursorFrom } from '#desk/address.ts'
import { DeskPage } from '#desk/page.tsx'
import { DeskPager } from '#desk/pager.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Inbox } from './contract.ts'
import { inboxText } from './inbox-text.ts'
import { MessageList } from './message-list.tsx'
import { inboxQuery } from './queries.ts'

/** The author's inbox: what readers wrote, newest first, and apart from it what looks like advertisements. */
export default function AdminMessagesPage() {
  const cursor = cursorFrom(new URLSearchParams(useSearch()))
  const { data, isPending, error, refetch } = useQuery({ ...inboxQuery(cursor), placeholderData: keepPreviousData })
  return (
    <DeskPage title={inboxText.title} intro={data && <p role="status">{unreadWords(data)}</p>}>
      {isPending ? (
        <DeskLoading label={inboxText.loading} />
      ) : error ? (
        <DeskProblem title={inboxText.failed.title} error={error} onRetry={refetch}>
          {inboxText.failed.text}
        </DeskProblem>
      ) : (
        <Messages inbox={data} isFirstPage={cursor === null} />
      )}
    </DeskPage>
  )
}

function Messages({ inbox, isFirstPage }: { inbox: Inbox; isFirstPage: boolean }) {
  const { messages, held, next } = inbox
  return (
    <>
      {messages.length > 0 && <MessageList label={inboxText.title} messages={messages} />}
      {messages.length === 0 && isFirstPage && <Notice title={inboxText.none.title}>{inboxText.none.text}</Notice>}
      {messages.length === 0 && !isFirstPage && (
        <Notice
          title={inboxText.noneOlder.title}
          action={<ButtonLink href={deskPaths.messages}>{inboxText.missing.back}</ButtonLink>}
        >
          {inboxText.noneOlder.text}
        </Notice>
      )}
      <DeskPager
        label="Pages of messages"
        first={isFirstPage ? null : deskPaths.messages}
        next={next && addressWith(deskPaths.messages, { cursor: next })}
      />
      {held.length > 0 && <Held inbox={inbox} />}
    </>
  )
}

function Held({ inbox: { held, heldTotal } }: { inbox: Inbox }) {
  const { heading, text } = inboxText.held
  return (
    <section aria-labelledby="held" className="mt-16">
      <h2 id="held" className="title-3">
        {heading} <span className="small text-faint tabular-nums">{heldTotal}</span>
      </h2>
      <p className="mt-2 mb-2 max-w-[62ch] text-muted">
        {text}
        {heldTotal > held.length && ` The newest ${held.length} are shown.`}
      </p>
      <MessageList label={heading} messages={held} />
    </section>
  )
}

function unreadWords({ unread, total }: Inbox): string {
  if (total === 0) return 'Nothing here.'
  const all = total === 1 ? 'one message' : `${total.toLocaleString('en-CA')} messages`
  return unread === 0
    ? `Nothing unread. ${all[0]?.toUpperCase()}${all.slice(1)}.`
    : `${unread.toLocaleString('en-CA')} unread of ${all}.`
}
