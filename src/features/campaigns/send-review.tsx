import { type FormEvent, useId, useState } from 'react'
import { sayFailed } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskTime } from '#desk/time.tsx'
import { useTypedCount } from '#desk/typed-count.tsx'
import { countInWords } from '#desk/words.ts'
import type { BookFile } from '#features/downloads/contract.ts'
import { useChosenFile } from '#features/downloads/owner-queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { sendEmailsText } from './send-emails-text.ts'

type Props = {
  isOpen: boolean
  readers: readonly string[]
  subject: string
  /** no mail server is connected: the letters stay in the outbox */
  isKept: boolean
  book: BookFile | undefined
  warnings: readonly string[]
  lastSentAt: string | null
  /** readers whose letter lies in the outbox, or is leaving it */
  waiting: number
  onSend: () => Promise<void>
  onClose: () => void
}

/** The last look before everybody is written to. The way out comes first. */
export function SendReview(props: Props) {
  const id = useId()
  const { isOpen, onClose } = props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      labelledBy={id}
      className="w-[min(38rem,100%)] rounded-paper border border-line"
    >
      {props.readers.length > props.waiting ? (
        <Review {...props} titleId={id} />
      ) : (
        <NobodyLeft titleId={id} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Review({
  readers,
  subject,
  isKept,
  book,
  warnings,
  lastSentAt,
  waiting,
  onSend,
  onClose,
  titleId,
}: Props & { titleId: string }) {
  const { title } = useChosenFile()
  const [isOtherAgreed, setIsOtherAgreed] = useState(false)
  const [otherFault, setOtherFault] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const count = readers.length - waiting
  const typed = useTypedCount(count)
  const many = countInWords(count, 'reader', 'readers')

  async function send(event: FormEvent) {
    event.preventDefault()
    const isMeant = typed.isTyped()
    const isBookMeant = !book?.titleFault || isOtherAgreed
    setOtherFault(isBookMeant ? undefined : sendEmailsText.otherBook.asked)
    if (!isMeant || !isBookMeant) return
    setIsPending(true)
    setError(null)
    try {
      await onSend()
    } catch (error) {
      setError(error)
      setIsPending(false)
      sayFailed(sendEmailsText.send.failed, error)
    }
  }

  return (
    <form onSubmit={send} noValidate className="p-6 sm:p-8">
      <h2 id={titleId} className="title-3 pr-10">
        {isKept ? `Write to ${many}?` : `Send to ${many}?`}
      </h2>
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <dt className="text-muted">Subject</dt>
        <dd>{subject}</dd>
        {book && (
          <>
            <dt className="text-muted">{sendEmailsText.otherBook.said}</dt>
            <dd>“{title}”</dd>
            <dt className="text-muted">{sendEmailsText.otherBook.held}</dt>
            <dd className="[overflow-wrap:anywhere]">
              {book.title ? (
                <bdi>“{book.title}”</bdi>
              ) : book.kind === 'PDF' ? (
                book.name
              ) : (
                'a book that does not say its title'
              )}
              {book.authors && (
                <>
                  {' '}
                  by <bdi>{book.authors}</bdi>
                </>
              )}
            </dd>
          </>
        )}
        <dt className="text-muted">To</dt>
        <dd className="min-w-0">{waiting > 0 ? many : <FirstOf readers={readers} />}</dd>
      </dl>
      <div className="mt-5 space-y-3">
        {[...(book ? [] : [sendEmailsText.noBook]), ...warnings].map((warning) => (
          <p key={warning} className="border-l-2 border-warn pl-4 [overflow-wrap:anywhere]">
            {warning}
          </p>
        ))}
        {lastSentAt && (
          <p className="border-l-2 border-warn pl-4">
            This book was sent before, last on <DeskTime at={lastSentAt} />. Whoever got it then gets it again.
          </p>
        )}
        {waiting > 0 && (
          <p className="border-l-2 border-warn pl-4">
            {countInWords(waiting, 'other reader has', 'other readers have')} this letter waiting in the <Outbox />{' '}
            already. No second one is written.
          </p>
        )}
        <p>{isKept ? sendEmailsText.noMail.text : sendEmailsText.send.final}</p>
      </div>
      {book?.titleFault && (
        <div className="mt-5 border-l-2 border-danger bg-danger-bg px-4 py-3">
          <p className="[overflow-wrap:anywhere]">{book.titleFault}</p>
          <CheckField
            label={sendEmailsText.otherBook.agree}
            checked={isOtherAgreed}
            onChange={(event) => setIsOtherAgreed(event.target.checked)}
            aria-describedby={otherFault && `${titleId}-other`}
            aria-invalid={otherFault !== undefined}
          />
          <p id={`${titleId}-other`} role="alert" className="font-semibold">
            {otherFault}
          </p>
        </div>
      )}
      {typed.field}
      <DeskFailure error={error} unchanged="Nothing was sent." className="mt-5" />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onClose}>
          Not yet
        </Button>
        <SubmitButton
          label={isKept ? `Write ${countInWords(count, 'letter', 'letters')}` : `Send to ${many}`}
          pendingLabel={isKept ? 'Writing...' : 'Sending...'}
          isPending={isPending}
        />
      </div>
    </form>
  )
}

function FirstOf({ readers }: { readers: readonly string[] }) {
  const others = readers.length - 3
  return (
    <>
      {readers.slice(0, 3).map((email) => (
        <span key={email} className="block truncate">
          {email}
        </span>
      ))}
      {others > 0 && <span className="text-muted">and {countInWords(others, 'other', 'others')}</span>}
    </>
  )
}

function Outbox() {
  return (
    <Link href={deskPaths.outbox} className="link">
      outbox
    </Link>
  )
}

/** Another letter would be everybody's second. */
function NobodyLeft({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  return (
    <div className="p-6 sm:p-8">
      <h2 id={titleId} className="title-3 pr-10">
        Nobody is left to write to
      </h2>
      <p className="mt-4">
        All your readers have this letter waiting in the <Outbox /> already. Send it from there.
      </p>
      <Button variant="secondary" onClick={onClose} className="mt-8">
        Close
      </Button>
    </div>
  )
}
