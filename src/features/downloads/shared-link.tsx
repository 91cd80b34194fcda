import { type FormEvent, useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskTime } from '#desk/time.tsx'
import { countInWords } from '#desk/words.ts'
import { controlClass, Field } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { SharedLink as Shared } from './contract.ts'
import { OpenSharedLinks, useLinksMade } from './open-links.tsx'
import { useChosenFile } from './owner-queries.ts'

const usualHours = '72'

/** One link for whoever is given it: a post, a newsletter, a card at a reading. */
export function SharedLink() {
  const [hours, setHours] = useState(usualHours)
  const [fault, setFault] = useState<string>()
  const [link, setLink] = useState<Shared | null>(null)
  const { isPending, error, attempt } = useAttempt('Failed to generate shared link')
  const linksMade = useLinksMade()
  const { file: filename } = useChosenFile()

  async function generate(event: FormEvent) {
    event.preventDefault()
    const hoursToExpire = Number(hours)
    const isRight = /^\d+$/.test(hours.trim()) && hoursToExpire >= 1 && hoursToExpire <= 168
    setFault(isRight ? undefined : 'Hours must be a whole number from 1 to 168')
    if (!isRight) return
    const made = await attempt(() =>
      call<Shared>('POST', '/api/generate-shared-download-link', { filename, hoursToExpire }),
    )
    if (!made) return
    setLink(made)
    void linksMade()
    toast({ title: 'Link Generated', description: `It closes in ${countInWords(hoursToExpire, 'hour', 'hours')}` })
  }
  return (
    <section aria-labelledby="shared-link">
      <h2 id="shared-link" className="title-3">
        Shared link
      </h2>
      <p className="mt-2 text-muted">
        One link that works for everybody who has it: for a post, a newsletter of your own, a card at a reading. The
        links on the page Downloads are for one reader each.
      </p>
      <form onSubmit={generate} noValidate data-needs-script className="mt-5">
        <Field
          label="Hours it stays open"
          required
          inputMode="numeric"
          autoComplete="off"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
          error={fault}
          className="max-w-56"
        />
        <SubmitButton
          variant="secondary"
          className="mt-4"
          label="Generate Shared Link"
          pendingLabel="Generating..."
          isPending={isPending}
        />
      </form>
      <DeskFailure error={error} unchanged="No link was made." className="mt-4" />
      <div role="status">{link && <TheLink link={link} />}</div>
      <OpenSharedLinks
        onClosed={({ downloadUrl }) => setLink((known) => (known?.downloadUrl === downloadUrl ? null : known))}
      />
    </section>
  )
}

function TheLink({ link: { downloadUrl, expiresAt } }: { link: Shared }) {
  return (
    <div className="mt-4">
      <div className="flex items-center gap-2">
        <input
          aria-label="The shared link"
          readOnly
          value={downloadUrl}
          onFocus={(event) => event.target.select()}
          className={`${controlClass} h-12 min-w-0 font-mono text-[0.9375rem]`}
        />
        <DeskCopy text={downloadUrl} label="Copy the shared link" />
      </div>
      <p className="small mt-2 text-muted">
        Closes <DeskTime at={expiresAt} />
      </p>
    </div>
  )
}
