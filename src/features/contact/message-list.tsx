import { DeskBadge } from '#desk/badge.tsx'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import type { MessageSummary } from './contract.ts'
import { inboxText } from './inbox-text.ts'
import { useMessageActions } from './message-actions.ts'

/** Who, when, and how it begins. The whole line opens the message. */
export function MessageList({ label, messages }: { label: string; messages: readonly MessageSummary[] }) {
  return (
    <ul aria-label={label}>
      {messages.map((message) => (
        <MessageLine key={message.id} message={message} />
      ))}
    </ul>
  )
}

function MessageLine({ message }: { message: MessageSummary }) {
  const { id, name, email, preview, state, createdAt } = message
  const { discard } = useMessageActions(message)
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Link
        href={deskPaths.message(id)}
        className="group col-span-2 block min-w-0 py-1 after:absolute after:inset-0 md:col-span-1"
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <bdi className={cn('group-hover:text-link', state === 'new' ? 'font-semibold' : 'text-muted')}>{name}</bdi>
          {state === 'new' && <DeskBadge variant="accent">New</DeskBadge>}
          <span className="small text-muted">{email}</span>
        </span>
        <span dir="auto" className="mt-1 line-clamp-2 text-muted md:line-clamp-1">
          {preview}
        </span>
      </Link>
      <span className="small text-faint">
        <DeskTime at={createdAt} />
      </span>
      <button
        type="button"
        aria-label={`Delete message from ${name}`}
        onClick={discard}
        data-needs-script
        className="small relative -mr-3 min-h-11 px-3 text-muted underline underline-offset-4 hover:text-danger"
      >
        {inboxText.delete}
      </button>
    </li>
  )
}
