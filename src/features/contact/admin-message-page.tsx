import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskRecord } from '#desk/record.tsx'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { useAuthor } from '#ui/site.ts'
import type { Message } from './contract.ts'
import { inboxText } from './inbox-text.ts'
import { useMessageActions } from './message-actions.ts'
import { messageQuery } from './queries.ts'
import { replyLink } from './reply.ts'

/** One message, whole, with what can be done about it. */
export default function AdminMessagePage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <DeskRecord
      query={useQuery(messageQuery(id))}
      words={inboxText}
      list={deskPaths.messages}
      titleOf={({ name }) => `Message from ${name}`}
      introOf={({ email, createdAt }) => <From email={email} at={createdAt} />}
      actionsOf={(message) => <Actions message={message} />}
    >
      {(message) => <WholeMessage key={id} message={message} />}
    </DeskRecord>
  )
}

function WholeMessage({ message }: { message: Message }) {
  useMarkAsRead(message)
  return (
    <>
      {message.state === 'held' && (
        <p className="mb-8 max-w-[62ch] border-l-2 border-warn pl-4 text-muted">
          <DeskBadge variant="warn" className="mr-2">
            Held
          </DeskBadge>
          {inboxText.heldNote}
        </p>
      )}
      <div dir="auto" className="prose whitespace-pre-wrap">
        {message.message}
      </div>
      <p className="mt-12">
        <Link href={deskPaths.messages} className="link">
          {inboxText.missing.back}
        </Link>
      </p>
    </>
  )
}

function From({ email, at }: { email: string; at: string }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      <span>{email}</span>
      <DeskTime at={at} />
    </p>
  )
}

/** Opened is read, once: whoever then says "unread" means it. A held one stays held until it is released. */
function useMarkAsRead(message: Message) {
  const { setState } = useMessageActions(message)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    if (message.state === 'new') void setState('read')
  })
}

function Actions({ message }: { message: Message }) {
  const author = useAuthor()
  const { setState, discard } = useMessageActions(message)
  const [, navigate] = useLocation()
  const isHeld = message.state === 'held'

  /** The message is no longer the matter: back to the others. */
  const thenLeave = async (isDone: Promise<boolean>) => {
    if (await isDone) navigate(deskPaths.messages)
  }

  return (
    <>
      {isHeld && (
        <Button onClick={() => setState('read')} data-needs-script>
          {inboxText.release}
        </Button>
      )}
      <a href={replyLink(message, author.name)} className={buttonClass({ variant: isHeld ? 'secondary' : 'primary' })}>
        {inboxText.reply}
      </a>
      {!isHeld && (
        <Button variant="secondary" onClick={() => thenLeave(setState('new'))} data-needs-script>
          {inboxText.unread}
        </Button>
      )}
      <Button variant="secondary" onClick={() => thenLeave(discard())} data-needs-script>
        {inboxText.delete}
      </Button>
    </>
  )
}
