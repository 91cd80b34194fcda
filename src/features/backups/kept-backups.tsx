import { type FormEvent, useId, useState } from 'react'
import { useFocusHeir } from '#desk/focus.ts'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { DeskTime } from '#desk/time.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormProblem } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { backupSize, backupsText, downloadText } from './backups-text.ts'
import type { DownloadTicket, KeptBackup } from './contract.ts'
import { ticketAddress } from './queries.ts'

const fewest = 5

type Props = { kept: readonly KeptBackup[]; isSealed: boolean }

/** Those there are, each to be taken away as a file. */
export function KeptBackups({ kept, isSealed }: Props) {
  const id = useId()
  const heir = useFocusHeir(id)
  const [isWhole, setIsWhole] = useState(false)
  const [asked, setAsked] = useState<KeptBackup | null>(null)
  const shown = isWhole ? kept : kept.slice(0, fewest)
  return (
    <div className="mt-8" {...heir}>
      <h3 id={id} tabIndex={-1} className="font-semibold">
        {backupsText.kept}
      </h3>
      <ul aria-labelledby={id} className="mt-2 border-t border-line">
        {shown.map((backup) => (
          <Row key={backup.name} backup={backup} onAsk={() => setAsked(backup)} />
        ))}
      </ul>
      {kept.length > shown.length && (
        <Button variant="quiet" className="mt-2 -ml-3" onClick={() => setIsWhole(true)}>
          Show all {kept.length.toLocaleString('en-CA')}
        </Button>
      )}
      <Download backup={asked} isSealed={isSealed} onClose={() => setAsked(null)} />
    </div>
  )
}

function Row({ backup: { madeAt, bytes }, onAsk }: { backup: KeptBackup; onAsk: () => void }) {
  const id = useId()
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-line py-1.5">
      <p id={id} className="flex min-w-0 flex-wrap items-baseline gap-x-3 tabular-nums">
        <DeskTime at={madeAt} /> <span className="small whitespace-nowrap text-muted">{backupSize(bytes)}</span>
      </p>
      <DeskRowButton aria-describedby={id} onClick={onAsk}>
        Download
      </DeskRowButton>
    </li>
  )
}

type DownloadProps = { backup: KeptBackup | null; isSealed: boolean; onClose: () => void }

function Download({ backup, isSealed, onClose }: DownloadProps) {
  const id = useId()
  return (
    <Dialog
      isOpen={backup !== null}
      onClose={onClose}
      labelledBy={id}
      className="w-[min(36rem,100%)] rounded-paper border border-line"
    >
      <div className="p-6 sm:p-8">
        <h2 id={id} className="title-3 pr-10">
          {downloadText.title}
        </h2>
        {backup && <DownloadForm backup={backup} isSealed={isSealed} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function DownloadForm({ backup, isSealed, onClose }: DownloadProps & { backup: KeptBackup }) {
  const { form, send, isPending, problem, faults } = useSend()
  const { password, passphrase } = downloadText

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = await send('POST', ticketAddress(backup.name), textsOf(event.currentTarget))
    // She may have shut it meanwhile, and then wants no file.
    if (!sent.isDone || !form.current) return
    onClose()
    toast(downloadText.begun)
    // The server's answer has the shape its contract names.
    location.assign((sent.answer as DownloadTicket).url)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="mt-3 text-muted">
        From <DeskTime at={backup.madeAt} />, <span className="whitespace-nowrap">{backupSize(backup.bytes)}</span>.{' '}
        {isSealed && downloadText.sealed}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <PasswordField {...password} name="password" autoComplete="current-password" error={faults.password} />
        {!isSealed && (
          <div>
            <p className="mb-4 border-t border-line pt-6">{downloadText.why}</p>
            <PasswordField {...passphrase} name="passphrase" autoComplete="new-password" error={faults.passphrase} />
          </div>
        )}
      </div>
      <FormProblem message={problem} comfort={downloadText.comfort} />
      <div className="mt-7 flex flex-wrap gap-3">
        <SubmitButton label="Download" pendingLabel="Preparing..." isPending={isPending} />
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
