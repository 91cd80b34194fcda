import { DeskEntrance } from '#desk/entrance.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { FormProblem } from '#ui/field.tsx'
import { useFlash, useSite } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { newAddressText as text } from './settings-text.ts'

/** Where the link to a new address leads, under that address: that this page opens is the proof that readers will get here. */
export default function NewAddressPage() {
  const flash = useFlash('new-address')
  const { origin } = useSite()
  if (!flash) return <Closed />
  if (flash.outcome === 'done') return <Moved address={origin} />
  if (flash.outcome === 'failed') return <Closed problem={flash.message} />
  const { address = '', isHere } = flash.values
  if (!isHere) return <Elsewhere address={address} />
  return (
    <DeskEntrance title={text.title} intro={text.intro}>
      <p className="text-center text-xl font-semibold [overflow-wrap:anywhere]">{address}</p>
      {/* Without an `action` it goes back to the page's own address, and with it the link's token. */}
      <form method="post" className="mt-7">
        <SubmitButton label={text.act} pendingLabel={text.acting} isPending={false} className="w-full" />
      </form>
      <ul className="mt-7 list-disc space-y-2 pl-5 text-muted">
        {text.meaning.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </DeskEntrance>
  )
}

function Moved({ address }: { address: string }) {
  return (
    <DeskEntrance title={text.done.title} intro={text.done.intro}>
      <p className="text-center text-xl font-semibold [overflow-wrap:anywhere]">{address}</p>
      <p className="mt-7 text-center">
        <a href={`${deskPaths.signIn}?next=${deskPaths.settings}`} className="link inline-flex min-h-11 items-center">
          {text.done.next}
        </a>
      </p>
    </DeskEntrance>
  )
}

/** The link was opened under the name the site has now, or a proxy passes another one on. */
function Elsewhere({ address }: { address: string }) {
  return (
    <DeskEntrance title={text.elsewhere.title}>
      <FormProblem message={`${text.elsewhere.problem} ${address}.`} comfort={text.elsewhere.comfort} />
    </DeskEntrance>
  )
}

function Closed({ problem = text.closed.problem }: { problem?: string }) {
  return (
    <DeskEntrance title={text.closed.title}>
      <div className="grid gap-4 text-center text-balance text-muted">
        <p>{problem}</p>
        <p>{text.closed.comfort}</p>
      </div>
    </DeskEntrance>
  )
}
