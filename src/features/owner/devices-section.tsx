import { DeskBadge } from '#desk/badge.tsx'
import { DeskButton } from '#desk/button.tsx'
import { DeskSection } from '#desk/section.tsx'
import { useSend } from '#desk/send.ts'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { FormProblem } from '#ui/field.tsx'
import type { Device, OwnerEvent } from './contract.ts'

export function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const { send, isPending, problem } = useSend()

  async function leave() {
    const sent = await send('DELETE', '/api/owner/security/sessions', {})
    if (sent.isDone) location.replace(deskPaths.signIn)
  }

  return (
    <DeskSection
      title="Signed-in devices"
      intro="A device nobody uses for twelve hours is signed out by itself, every other after two weeks."
    >
      <ul className="border-y border-line">
        {devices.map(({ id, name, signedInAt, seenAt, isThisOne }) => (
          <li key={id} className="border-b border-line py-4 last:border-b-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {name}
              {isThisOne && <DeskBadge variant="success">This device</DeskBadge>}
            </p>
            <p className="small mt-1 text-muted">
              Last used <DeskTime at={seenAt} />. Signed in <DeskTime at={signedInAt} />.
            </p>
          </li>
        ))}
      </ul>
      <FormProblem message={problem} comfort="Nobody was signed out." />
      <DeskButton variant="secondary" className="mt-6 w-full sm:w-auto" onClick={leave} isBusy={isPending}>
        Sign Out Everywhere
      </DeskButton>
    </DeskSection>
  )
}

export function EventsSection({ events }: { events: readonly OwnerEvent[] }) {
  return (
    <DeskSection title="What happened" intro="Everything at this door and in these settings, newest first.">
      {events.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ol className="border-y border-line">
          {events.map(({ id, what, at, times }) => (
            <li
              key={id}
              className="justify-between gap-x-6 border-b border-line py-3 last:border-b-0 sm:flex sm:items-baseline"
            >
              <span>
                {what}
                {times > 1 && <span className="text-muted"> ({times} times)</span>}
              </span>
              <span className="small block text-muted">
                <DeskTime at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </DeskSection>
  )
}
