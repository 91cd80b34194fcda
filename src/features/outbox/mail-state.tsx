import { useState } from 'react'
import { call } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskDeadLinks } from '#desk/dead-links.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskTime } from '#desk/time.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { toast } from '#ui/toast-store.ts'
import type { KeptSent, Outbox } from './contract.ts'
import { mailWords } from './outbox-text.ts'
import { outboxAddress } from './queries.ts'
import { oldAfterDays } from './states.ts'

/** Whether there is a way for letters to go, and what is to become of those that were written when there was none. */
export function MailState({ outbox: { mail, kept } }: { outbox: Outbox }) {
  const { label, sentence } = mailWords(mail)
  return (
    <div
      className={cn(
        'mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-l-2 bg-raised px-5 py-4',
        mail.isConnected ? 'border-success' : 'border-warn',
      )}
    >
      <div className="max-w-[62ch] min-w-0">
        <p className="font-semibold">{label}</p>
        <p className="text-muted">{sentence}</p>
        {mail.isConnected && kept.count > 0 && (
          <p className="mt-2">{letters(kept.count)} kept here from before. They go out only when you say so.</p>
        )}
      </div>
      {mail.isConnected && kept.count > 0 && <SendKept kept={kept} />}
    </div>
  )
}

function SendKept({ kept }: { kept: Outbox['kept'] }) {
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh(outboxAddress)
  const recent = kept.count - kept.oldCount

  const send = (which: 'all' | 'recent') => async () => {
    const sent = await call<KeptSent>('POST', `${outboxAddress}/send-kept`, { which })
    await refresh()
    if (sent.held > 0) return void toast({ title: 'Not all of them can go', description: sent.message })
    toast({ title: 'On their way', description: 'How far they are stands above the list.' })
  }

  return (
    <>
      <Button onClick={() => setIsAsking(true)} data-needs-script>
        Send all kept letters
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title={kept.count === 1 ? 'Send the kept letter?' : `Send ${letters(kept.count)}?`}
        keepLabel="Keep them"
        actLabel={kept.count === 1 ? 'Send it' : `Send all ${kept.count}`}
        actingLabel="Sending..."
        other={
          recent > 0 && kept.oldCount > 0
            ? { label: recent === 1 ? 'Send only the newer one' : `Send only the ${recent} newer`, act: send('recent') }
            : null
        }
        onAct={send('all')}
        onClose={() => setIsAsking(false)}
      >
        {kept.oldestAt && (
          <p>
            The oldest was written on <DeskTime at={kept.oldestAt} />. Whoever has left meanwhile gets nothing. What has
            gone out cannot be called back.
          </p>
        )}
        {kept.oldCount > 0 && <OldLetters kept={kept} />}
        <DeskDeadLinks />
      </DeskConfirm>
    </>
  )
}

function OldLetters({ kept: { old, oldCount } }: { kept: Outbox['kept'] }) {
  return (
    <>
      <p>
        <strong>
          {letters(oldCount)} {oldCount === 1 ? 'is' : 'are'} more than {oldAfterDays} days old
        </strong>{' '}
        and may come as a surprise:
      </p>
      <ul className="small space-y-2 border border-line p-3">
        {old.map(({ id, subject, to, createdAt }) => (
          <li key={id}>
            {subject}, to {to}, <DeskTime at={createdAt} isDateOnly />
          </li>
        ))}
        {oldCount > old.length && <li>and {oldCount - old.length} more</li>}
      </ul>
    </>
  )
}

function letters(count: number): string {
  return count === 1 ? 'One letter' : `${count.toLocaleString('en-CA')} letters`
}
