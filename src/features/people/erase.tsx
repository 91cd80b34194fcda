import { useState } from 'react'
import { useLocation } from 'wouter'
import { DeskConfirm } from '#desk/confirm.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { PersonRecord, Traces } from './contract.ts'
import { peopleAddress } from './queries.ts'

/** The right to be forgotten, as one button that says exactly what it does. */
export function Erase({ person }: { person: PersonRecord }) {
  const [isAsking, setIsAsking] = useState(false)
  const [, navigate] = useLocation()
  const refresh = useRefresh(peopleAddress)

  async function erase() {
    await sendJson('DELETE', `${peopleAddress}/${person.id}`, {})
    void refresh()
    toast({ title: 'Erased', description: `Of ${person.email} nothing is kept here but the fingerprint.` })
    navigate(deskPaths.subscribers)
  }

  return (
    <section aria-labelledby="erase" className="mt-14 max-w-[62ch]">
      <h2 id="erase" className="title-3">
        Erase this person
      </h2>
      <p className="mt-2 text-muted">
        For whoever asks to be forgotten. To stop writing to somebody, erasing is not needed.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)} data-needs-script>
        Erase…
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title="Erase for good?"
        keepLabel="Keep"
        actLabel="Erase for good"
        actingLabel="Erasing..."
        isFinal
        onAct={erase}
        onClose={() => setIsAsking(false)}
      >
        <p>
          This deletes everything the site knows about <strong>{person.email}</strong>:
        </p>
        <ul className="list-disc space-y-1 pl-6">
          {traceWords(person.traces).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p>
          What stays is a fingerprint of the address, from which the address cannot be read. By it the site recognises
          the address and refuses it, whoever types or imports it again.
        </p>
        <p>
          <strong>It cannot be undone.</strong> Letters that have already arrived, your own mailbox, exported files,
          backups and lists elsewhere, such as at MailerLite, are not touched.
        </p>
      </DeskConfirm>
    </section>
  )
}

function traceWords(traces: Traces): string[] {
  const { listEntries, arcRequests, consents, messages, letters, jobs, groupEntries, links, syncs } = traces
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  return [
    ...some(listEntries, 'the entry on the list', 'entries on the list'),
    ...some(arcRequests, 'the request for the advance copy', 'requests for the advance copy'),
    ...some(consents, 'one line of the consent record', 'lines of the consent record'),
    ...some(messages, 'one message sent through the contact form', 'messages sent through the contact form'),
    ...some(letters, 'one letter in the outbox', 'letters in the outbox'),
    ...some(
      jobs,
      'one thing the site was about to do for this person',
      'things the site was about to do for this person',
    ),
    ...some(groupEntries, 'the place among your voracious readers', 'places among your voracious readers'),
    ...some(links, 'one link to a book', 'links to a book'),
    ...some(syncs, 'the line of a sync that names the address', 'lines of syncs that name the address'),
  ]
}
