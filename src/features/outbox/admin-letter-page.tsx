import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HttpError } from '#lib/http.ts'
import { deskPaths } from '#lib/paths.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DeskPage } from '#ui/desk-page.tsx'
import { useRefresh } from '#ui/desk-refresh.ts'
import { DeskTime } from '#ui/desk-time.tsx'
import { DeskLoading, DeskProblem } from '#ui/desk-views.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Letter } from './contract.ts'
import { LetterBadge } from './letter-badge.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { kindWords, letterStateWords, outboxText } from './outbox-text.ts'
import { letterQuery, lettersAddress } from './queries.ts'

/** One letter: what became of it, what can still be done, and how it looks. */
export default function AdminLetterPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data, isPending, error, refetch } = useQuery(letterQuery(id))
  if (data) return <OneLetter letter={data} />
  const { missing, failed, title, loading } = outboxText
  const isMissing = error instanceof HttpError && error.status === 404
  return (
    <DeskPage title={isMissing ? missing.title : title}>
      {isPending && <DeskLoading label={loading} />}
      {isMissing && (
        <Notice title={missing.title} action={<ButtonLink href={deskPaths.outbox}>{missing.back}</ButtonLink>}>
          {missing.text}
        </Notice>
      )}
      {error && !isMissing && (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      )}
    </DeskPage>
  )
}

function OneLetter({ letter }: { letter: Letter }) {
  const { id, subject, kind, to, replyTo, createdAt, settledAt, state, reason, isConnected, text } = letter
  return (
    <DeskPage
      title={subject}
      intro={
        <p>
          {kindWords(kind)}, to {to}
          {replyTo && `, answers go to ${replyTo}`}. Written <DeskTime at={createdAt} />.
        </p>
      }
      actions={<Actions letter={letter} />}
    >
      <div role="status" className="mb-10 max-w-[62ch]">
        <LetterBadge state={state} /> {letterStateWords(state, isConnected).sentence}
        {settledAt && (
          <>
            {' '}
            <span className="text-muted">
              <DeskTime at={settledAt} />
            </span>
          </>
        )}
        {reason && <p className="small mt-2 border-l-2 border-line-strong pl-3 text-muted">{reason}</p>}
      </div>
      <LetterPreview id={id} text={text} />
      <p className="mt-12">
        <Link href={deskPaths.outbox} className="link">
          {outboxText.missing.back}
        </Link>
      </p>
    </DeskPage>
  )
}

function Actions({ letter: { id, state, isConnected } }: { letter: Letter }) {
  const refresh = useRefresh(lettersAddress)
  const [isActing, setIsActing] = useState(false)

  async function act(call: () => Promise<unknown>) {
    setIsActing(true)
    try {
      await call()
      await refresh(id)
    } catch (error) {
      const words = error instanceof ApiError ? error.words : null
      toast({
        title: 'Not done',
        description: words ?? 'The server did not answer. Please try again.',
        variant: 'destructive',
      })
    } finally {
      setIsActing(false)
    }
  }

  const address = `${lettersAddress}/${id}`
  const send = () => act(() => sendJson('POST', `${address}/send`, {}))
  const isSendable = isConnected && (state === 'kept' || state === 'unknown' || state === 'failed')
  return (
    <>
      {isSendable && (
        <Button onClick={send} disabled={isActing} data-needs-script>
          {state === 'kept' ? 'Send' : 'Send again'}
        </Button>
      )}
      {state === 'unknown' && (
        <Button
          variant="secondary"
          onClick={() => act(() => sendJson('PATCH', address, { state: 'sent' }))}
          disabled={isActing}
          data-needs-script
        >
          Count as sent
        </Button>
      )}
      {(state === 'queued' || state === 'sending') && (
        <Button variant="secondary" onClick={() => refresh(id)} data-needs-script>
          Look again
        </Button>
      )}
    </>
  )
}
