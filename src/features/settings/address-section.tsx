import { useQuery } from '@tanstack/react-query'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { useIsAwake } from '#ui/awake.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Settings } from './contract.ts'
import { settingsQuery } from './queries.ts'
import { PartForm, type SectionProps, SettingField, type SettingsPart, useSettingsPart } from './settings-part.tsx'
import { settingsText } from './settings-text.ts'

const text = settingsText.address

const names = ['siteAddress'] as const

export function AddressSection({ settings, shared }: SectionProps) {
  const part = useSettingsPart(settings, { siteAddress: settings.siteAddress }, shared)
  const isFixed = part.isFixed('siteAddress')
  const field = <SettingField part={part} name="siteAddress" label="Site address" inputMode="url" note={text.note} />
  return (
    <DeskSection anchor="address" title={text.title} intro={text.intro}>
      {isFixed && field}
      {!isFixed && settings.pending && <Waiting pending={settings.pending} part={part} />}
      {!isFixed && !settings.pending && (
        <PartForm part={part} label={text.save} names={names} needsPassword={part.isChanged} onSaved={sayDone}>
          {field}
          <UseThis part={part} />
          {settings.siteAddress === '' && (
            <p className="small -mt-3 text-muted [overflow-wrap:anywhere]">
              {text.open} {settings.usual.siteAddress}
            </p>
          )}
        </PartForm>
      )}
    </DeskSection>
  )
}

/** What waits to be confirmed is said in place; only what holds at once needs a word. */
function sayDone({ pending, siteAddress }: Settings) {
  if (!pending) toast({ title: siteAddress === '' ? text.emptied : settingsText.saved })
}

/** Most often the address she means stands above this very page. */
function UseThis({ part }: { part: SettingsPart }) {
  const isAwake = useIsAwake()
  if (!isAwake || part.values.siteAddress === location.origin || part.settings.siteAddress !== '') return null
  return (
    <p className="-mt-3">
      <button
        type="button"
        className="link inline-flex min-h-11 items-center text-left [overflow-wrap:anywhere]"
        onClick={() => part.set({ siteAddress: location.origin })}
      >
        {text.useThis}, {location.origin}
      </button>
    </p>
  )
}

const lookEvery = 3_000

/** Typed, and not yet opened: what happens now, what is safe, and what to do. */
function Waiting({ pending, part }: { pending: NonNullable<Settings['pending']>; part: SettingsPart }) {
  // She confirms in another tab: this one notices, also that it has become a page of the old address.
  const { error } = useQuery({ ...settingsQuery, refetchInterval: lookEvery })
  const { siteAddress, until, link } = pending

  async function takeBack() {
    // The address there is, typed once more, takes back what waits.
    const saved = await part.save({ siteAddress: part.settings.siteAddress })
    if (saved) toast({ title: text.wait.taken })
  }

  if (error) {
    return (
      <div role="alert" className="border-l-2 border-accent bg-raised px-5 py-4 [overflow-wrap:anywhere]">
        <p>{text.wait.over}</p>
        <p className="mt-4">
          <a href={`${siteAddress}/admin/settings`} className={buttonClass({})}>
            {text.wait.goOn} {siteAddress}
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className="border-l-2 border-accent bg-raised px-5 py-4 [overflow-wrap:anywhere]">
      <h3 className="font-semibold" tabIndex={-1}>
        {text.wait.title}
      </h3>
      <p className="mt-2">{text.wait.what}</p>
      <p className="mt-2 text-muted">
        {text.wait.when} <DeskTime at={until} />.
      </p>
      <p className="mt-2 text-muted">{text.wait.after}</p>
      {siteAddress.startsWith('http:') && <p className="mt-2 border-l-2 border-warn pl-4">{text.plain}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass({})}>
          {text.wait.open} {siteAddress}
        </a>
        <Button variant="secondary" onClick={takeBack}>
          {text.wait.back}
        </Button>
      </div>
    </div>
  )
}
