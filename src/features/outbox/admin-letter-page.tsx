import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskButton } from '#desk/button.tsx'
import { sayNotDone } from '#desk/call.ts'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskRecord } from '#desk/record.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { Letter } from './contract.ts'
import { LetterBadge } from './letter-badge.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { letterStateWords, outboxText } from './outbox-text.ts'
import { letterQuery, outboxAddress } from './queries.ts'

/** One letter: what became of it, what can still be done, and how it looks. */
export default function AdminLetterPage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <DeskRecord
      query={useQuery(letterQuery(id))}
      words={outboxText}
      list={deskPaths.outbox}
      titleOf={({ subject }) => subject}
      introOf={(letter) => <Address letter={letter} />}
      actionsOf={(letter) => <Actions letter={letter} />}
    >
      {(letter) => <OneLetter letter={letter} />}
    </DeskRecord>
  )
}

function Address({ letter: { kind, to, replyTo, createdAt } }: { letter: Letter }) {
  return (
    <p>
      {kind}, to {to}.{replyTo && ` Answers go to ${replyTo}.`} Written <DeskTime at={createdAt} />.
    </p>
  )
}

function OneLetter({ letter }: { letter: Letter }) {
  const { id, settledAt, state, reason, isConnected, text } = letter
  return (
    <>
      <div role="status" className="mb-10 max-w-[62ch]">
        <LetterBadge state={state} /> <span className="ml-1">{letterStateWords(state, isConnected).sentence}</span>
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
    </>
  )
}

function Actions({ letter: { id, state, isConnected } }: { letter: Letter }) {
  const refresh = useRefresh(outboxAddress)
  const [isActing, setIsActing] = useState(false)
  const heir = useFocusHeir('room')

  async function act(call: () => Promise<unknown>) {
    setIsActing(true)
    try {
      await call()
      await refresh(id)
    } catch (error) {
      sayNotDone(error)
    } finally {
      setIsActing(false)
    }
  }

  const address = `${outboxAddress}/${id}`
  const send = () => act(() => sendJson('POST', `${address}/send`, {}))
  const isSendable = isConnected && (state === 'kept' || state === 'unknown' || state === 'failed')
  return (
    <div {...heir} className="contents">
      {isSendable && (
        <DeskButton onClick={send} isBusy={isActing} data-needs-script>
          {state === 'kept' ? 'Send' : 'Send again'}
        </DeskButton>
      )}
      {state === 'unknown' && (
        <DeskButton
          variant="secondary"
          onClick={() => act(() => sendJson('PATCH', address, { state: 'sent' }))}
          isBusy={isActing}
          data-needs-script
        >
          Count as sent
        </DeskButton>
      )}
      {(state === 'queued' || state === 'sending') && (
        <Button variant="secondary" onClick={() => refresh(id)} data-needs-script>
          Look again
        </Button>
      )}
    </div>
  )
}
