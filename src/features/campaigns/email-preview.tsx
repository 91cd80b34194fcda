import { useQuery } from '@tanstack/react-query'
import { addressWith } from '#desk/address.ts'
import { useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { useChosenFile, useFileAsked } from '#features/downloads/owner-queries.ts'
import { sessionQuery } from '#features/owner/queries.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { BookLetter } from './contract.ts'
import { letterPath, sendLetter } from './queries.ts'
import { sendEmailsText } from './send-emails-text.ts'

const words = sendEmailsText.preview

/**
 * The letter as a mail program shows it, in a frame where nothing runs and no link leads anywhere, at the width of a
 * phone or of a desk, or as its words alone. Chosen without scripts.
 */
export function EmailPreview({ letter: { subject, text, mail } }: { letter: BookLetter }) {
  return (
    <section aria-labelledby="preview" className="group/preview">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="preview" className="title-3">
          {words.title}
        </h2>
        <SendTest />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <dt className="text-muted">From</dt>
        <dd className="break-words">{mail.from}</dd>
        <dt className="text-muted">Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <Ways />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by whoever scrolls with keys
        tabIndex={0}
        aria-label={words.frame}
        className="overflow-x-auto group-has-[[value=text]:checked]/preview:hidden"
      >
        <iframe
          title={words.frame}
          src={addressWith(letterPath, { file: useFileAsked() })}
          sandbox=""
          className="h-[62rem] w-[24.375rem] max-w-full border border-line bg-raised group-has-[[value=desk]:checked]/preview:w-[43.75rem] group-has-[[value=desk]:checked]/preview:max-w-none"
        />
      </section>
      <pre className="small hidden border border-line bg-raised p-4 font-mono break-words whitespace-pre-wrap group-has-[[value=text]:checked]/preview:block">
        {text}
      </pre>
    </section>
  )
}

const ways = [
  { value: 'phone', label: 'Phone, 390 px' },
  { value: 'desk', label: 'Desk, 700 px' },
  { value: 'text', label: 'Text' },
] as const

function Ways() {
  return (
    <fieldset className="mt-2 mb-2 flex flex-wrap gap-x-5">
      <legend className="sr-only">Shown as</legend>
      {ways.map(({ value, label }, index) => (
        <label key={value} className="flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name="shown-as"
            value={value}
            defaultChecked={index === 0}
            className="size-5 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function SendTest() {
  const { data: session } = useQuery(sessionQuery)
  const { file } = useChosenFile()
  const { isPending, error, attempt } = useAttempt('Failed to send email')

  async function send() {
    const sent = await attempt(() => sendLetter(session?.email ?? '', file))
    if (sent) toast({ title: 'Test', description: sent.message })
  }
  return (
    <>
      <SubmitButton
        variant="secondary"
        label={words.test}
        pendingLabel="Sending..."
        isPending={isPending}
        onClick={send}
        title={session?.email}
        data-needs-script
      />
      <DeskFailure error={error} className="basis-full" />
    </>
  )
}
