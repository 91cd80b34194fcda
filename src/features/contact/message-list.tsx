import { deskPaths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { DeskBadge } from '#ui/desk-badge.tsx'
import { DeskTime } from '#ui/desk-time.tsx'
import { Link } from '#ui/link.tsx'
import type { MessageSummary } from './contract.ts'
import { inboxText } from './inbox-text.ts'
import { useMessageActions } from './message-actions.ts'

/** Who, when, and how it begins. The whole line opens the message. */
export function MessageList({ label, messages }: { label: string; messages: readonly MessageSummary[] }) {
  return (
    <ul aria-label={label} className="border-t border-line">
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
    <li className="relative flex items-center gap-2 border-b border-line hover:bg-raised">
      <Link href={deskPaths.message(id)} className="block min-w-0 flex-1 py-4 pl-1 after:absolute after:inset-0">
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <bdi className={cn(state === 'new' ? 'font-semibold' : 'text-muted')}>{name}</bdi>
          {state === 'new' && <DeskBadge variant="accent">New</DeskBadge>}
          <span className="small text-muted">{email}</span>
          <span className="small text-faint md:ml-auto">
            <DeskTime at={createdAt} />
          </span>
        </span>
        <span dir="auto" className="mt-1 line-clamp-2 text-muted md:line-clamp-1">
          {preview}
        </span>
      </Link>
      <Button
        variant="quiet"
        className="relative"
        aria-label={`Delete message from ${name}`}
        onClick={discard}
        data-needs-script
      >
        {inboxText.delete}
      </Button>
    </li>
  )
}
