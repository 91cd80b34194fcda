import { useState } from 'react'
import { DeskConfirm } from '#desk/confirm.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { sendJson } from '#lib/send-json.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { PersonRecord } from './contract.ts'
import type { PersonState } from './filters.ts'
import { peopleAddress } from './queries.ts'

const gone: readonly PersonState[] = ['left', 'bounced', 'complained']

/** For whoever asked by letter or in person: the same as the link in every letter, done by the owner. */
export function StopWriting({ person: { id, email, state } }: { person: PersonRecord }) {
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh(peopleAddress)
  if (gone.includes(state)) return null

  async function stop() {
    await sendJson('POST', `${peopleAddress}/${id}/stop`, {})
    setIsAsking(false)
    await Promise.all([refresh(), refresh(id)])
    // The button that was pressed is gone.
    focusMainHeading({ preventScroll: true })
    toast({ title: 'Unsubscribed', description: `${email} gets no more letters.` })
  }

  return (
    <section aria-labelledby="stop" className="mt-14 max-w-[62ch]">
      <h2 id="stop" className="title-3">
        Stop writing to this person
      </h2>
      <p className="mt-2 text-muted">
        For whoever asked you by letter or in person. It is the same as the link in every letter.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)} data-needs-script>
        Stop writing…
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title="Stop writing to this person?"
        keepLabel="Go on writing"
        actLabel="Stop writing"
        actingLabel="Stopping..."
        onAct={stop}
        onClose={() => setIsAsking(false)}
      >
        <p>
          <strong className="[overflow-wrap:anywhere]">{email}</strong> is taken off every list here. No newsletter, no
          book and no other letter goes there from now on, also none that is waiting in the outbox.
        </p>
        <p>
          The address and the consent record stay, with a line that says you did it at this person’s request. The name
          is forgotten.
        </p>
        <p>
          <strong>It cannot be taken back here:</strong> no import, no sync and no new signup brings this address back.
          At MailerLite nothing is changed: unsubscribe the person there too, if you use it.
        </p>
      </DeskConfirm>
    </section>
  )
}
