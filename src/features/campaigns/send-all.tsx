import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeskAgo } from '#desk/ago.tsx'
import { call } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { countInWords } from '#desk/words.ts'
import type { BookFile } from '#features/downloads/contract.ts'
import { useChosenFile, useFileAsked } from '#features/downloads/owner-queries.ts'
import { useGroup } from '#features/people/queries.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { UnderWay } from './campaign-view.tsx'
import type { BookLetter, BulkResult, Overview } from './contract.ts'
import { isUnderWay } from './progress.ts'
import { earlierQuery, overviewQuery } from './queries.ts'
import { mostRecipients } from './recipients.ts'
import { sendEmailsText } from './send-emails-text.ts'
import { SendReview } from './send-review.tsx'

/** Beside the body of the call, which is as the product was asked for. */
const headers = { 'x-hold-seconds': '10' }

type Props = { overview: Overview; letter: BookLetter; book: BookFile | undefined; readAt: number; isSilent: boolean }

/** The heart of the room: ready to send, on its way, or over. */
export function SendSection({ overview, letter, book, readAt, isSilent }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isJustStarted, setIsJustStarted] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { latest } = overview
  const steered = () => {
    setIsJustStarted(false)
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <section aria-labelledby="send" className="mt-10">
      <h2 id="send" ref={heading} tabIndex={-1} className="title-3">
        {sendEmailsText.send.title}
      </h2>
      {isUnderWay(latest) ? (
        <>
          <UnderWay
            campaign={latest}
            readAt={readAt}
            isSilent={isSilent}
            hasFocus={isJustStarted}
            onSteered={steered}
          />
          <LoadAlone />
        </>
      ) : (
        <Ready
          overview={overview}
          letter={letter}
          book={book}
          onStarted={({ errors, campaignId }) => {
            setLeftOut(errors)
            setIsJustStarted(campaignId !== null)
          }}
        />
      )}
      <LeftOut errors={leftOut} />
    </section>
  )
}

/** While a campaign is under way there is still something to do for one reader alone. */
function LoadAlone() {
  const { error } = useGroup()
  return (
    <div className="mt-4">
      <LoadReaders />
      <DeskFailure error={error} comfort="Nobody is lost." className="mt-4" />
    </div>
  )
}

function LoadReaders() {
  const { group, isLoading, load } = useGroup()
  return (
    <SubmitButton
      variant={group ? 'secondary' : 'primary'}
      label="Load Subscribers"
      pendingLabel="Loading..."
      isPending={isLoading}
      onClick={load}
      data-needs-script
    />
  )
}

type ReadyProps = Omit<Props, 'readAt' | 'isSilent'> & { onStarted: (result: BulkResult) => void }

function Ready({ overview, letter, book, onStarted }: ReadyProps) {
  const queryClient = useQueryClient()
  const { group, loadedAt, error } = useGroup()
  const { file: filename } = useChosenFile()
  const asked = useFileAsked()
  const [isReviewing, setIsReviewing] = useState(false)
  const words = sendEmailsText.send

  function review() {
    if (!group || group.count === 0) return void toast({ ...sendEmailsText.noReaders, variant: 'destructive' })
    // Letters may have left the outbox since the page was opened.
    void queryClient.invalidateQueries(overviewQuery(asked))
    setIsReviewing(true)
  }

  async function send() {
    const everybody = { subscribers: group?.subscribers ?? [], filename }
    const path = '/api/send-bulk-download-emails'
    const result = await call<BulkResult>('POST', path, everybody, { headers }).catch((error) => {
      // It may have been begun elsewhere, or even here, with the answer lost on its way.
      void queryClient.invalidateQueries(overviewQuery(asked))
      throw error
    })
    const overview = await queryClient.fetchQuery({ ...overviewQuery(asked), staleTime: 0 }).catch(() => null)
    // First the dialog, which gives the focus back; then what takes it.
    flushSync(() => setIsReviewing(false))
    onStarted(result)
    if (overview) queryClient.setQueryData(overviewQuery(asked).queryKey, overview)
    void queryClient.invalidateQueries(earlierQuery(asked))
    if (result.campaignId === null) {
      toast({ title: 'Error', description: words.failed, note: result.errors[0], variant: 'destructive' })
    }
  }

  const isTooMany = (group?.count ?? 0) > mostRecipients
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <LoadReaders />
        <Button
          variant={group ? 'primary' : 'secondary'}
          onClick={review}
          disabled={isTooMany}
          aria-describedby="send-why"
          data-needs-script
        >
          Send All Emails
        </Button>
        <p id="send-why" role="status" className="text-muted">
          {isTooMany ? (
            words.tooMany
          ) : group ? (
            <>
              {countInWords(group.count, 'reader', 'readers')}, loaded <DeskAgo at={loadedAt} key={loadedAt} />
            </>
          ) : (
            words.load
          )}
        </p>
      </div>
      {group?.count === 0 && <p className="mt-3">{words.nobody}</p>}
      <DeskFailure error={error} comfort="Nobody is lost." className="mt-4" />
      <SendReview
        isOpen={isReviewing}
        readers={group?.subscribers ?? []}
        subject={letter.subject}
        isKept={!letter.mail.isConnected}
        book={book}
        warnings={letter.warnings}
        lastSentAt={overview.lastSentAt}
        waiting={overview.waiting}
        onSend={send}
        onClose={() => setIsReviewing(false)}
      />
    </>
  )
}

/** Who of those that were loaded gets no letter, and why. */
function LeftOut({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="cursor-pointer py-2.5 text-link">
        {countInWords(errors.length, 'reader was', 'readers were')} left out
      </summary>
      <ul className="small max-h-56 space-y-1 overflow-y-auto border-l-2 border-line pl-4 text-muted">
        {errors.map((words) => (
          <li key={words} className="break-words">
            {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
