import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { eventsPath, type Service, serviceNames, services } from '#features/mail-events/contract.ts'
import { lastLookQuery, lookAddress } from '#features/mail-events/queries.ts'
import { CheckField } from '#ui/check-field.tsx'
import type { Kept, Settings } from './contract.ts'
import { PartForm, type SectionProps, SettingField, type SettingsPart, useSettingsPart } from './settings-part.tsx'
import { keptWords, settingsText } from './settings-text.ts'
import { TestBlock, useTest } from './test-block.tsx'

const text = settingsText.returns
const names = ['bounceMailbox', 'mailEventsSecret', 'mailgunKey', 'sesTopic'] as const
const secretNames = ['mailEventsSecret', 'mailgunKey'] as const

type Way = Service | 'mailbox'
const ways = [...services, 'mailbox'] as const
const wordsOf = (way: Way) => (way === 'mailbox' ? text.mailbox : serviceNames[way])

/** By what is set, or else by where her letters leave. */
function usualWay({ sesTopic, mailgunKey, mailEventsSecret, mailServer }: Settings): Way {
  if (sesTopic) return 'ses'
  if (mailgunKey !== 'none') return 'mailgun'
  const host = { postmark: 'postmarkapp.', mailgun: 'mailgun.', ses: 'amazonaws.', brevo: 'brevo.' }
  const named = services.find((service) => mailServer.includes(host[service]))
  return named ?? (mailEventsSecret === 'none' ? 'mailbox' : 'postmark')
}

/** How the site hears of letters that came back, or were called junk. */
export function ReturnsSection({ settings, shared }: SectionProps) {
  const { bounceServer, bounceUser, sesTopic } = settings
  const part = useSettingsPart(settings, { bounceServer, bounceUser, sesTopic }, shared)
  const [way, setWay] = useState<Way>(() => usualWay(settings))
  const forgotten = secretNames.filter((name) => part.changed[forgetting(name)] !== undefined)
  return (
    <DeskSection anchor="returns" title={text.title} intro={text.intro}>
      <PartForm
        part={part}
        label={text.save}
        names={names}
        needsPassword={part.isChanged}
        extra={Object.fromEntries(forgotten.map((name) => [name, '']))}
      >
        <DeskSelect
          label={text.way}
          options={ways.map(wordsOf)}
          value={wordsOf(way)}
          onChange={({ currentTarget }) => setWay(ways.find((one) => wordsOf(one) === currentTarget.value) ?? way)}
        />
        {way === 'mailbox' ? <MailboxFields part={part} /> : <ServiceFields part={part} service={way} />}
      </PartForm>
      {way === 'mailbox' && bounceServer !== '' && <LookBlock />}
    </DeskSection>
  )
}

function ServiceFields({ part, service }: { part: SettingsPart; service: Service }) {
  const { siteAddress, usual } = part.settings
  const address = (siteAddress || usual.siteAddress) + eventsPath(service)
  return (
    <>
      <DeskField
        label={text.address}
        value={address}
        readOnly
        note={address.startsWith('https:') ? text.services[service] : text.notOnTheWeb}
        beside={<DeskCopy text={address} label={text.copy} />}
      />
      {service === 'ses' && <SettingField part={part} name="sesTopic" label="Topic" note={text.topic} />}
      {service === 'mailgun' && <SecretField part={part} name="mailgunKey" label="Signing key" what="key" />}
      {(service === 'postmark' || service === 'brevo') && (
        <SecretField part={part} name="mailEventsSecret" label="Secret" what="secret" note={text.secret} />
      )}
    </>
  )
}

const forgetting = (name: string) => `forget ${name}`

type SecretProps = {
  part: SettingsPart
  name: (typeof secretNames)[number]
  label: string
  what: 'key' | 'secret'
  note?: string
}

function SecretField({ part, name, label, what, note = '' }: SecretProps) {
  const kept: Kept = part.settings[name]
  if (part.isFixed(name)) return <DeskField label={label} value="" readOnly note={keptWords(what, 'kept', true)} />
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="off"
        value={part.values[name] ?? ''}
        onChange={({ currentTarget }) => part.set({ [name]: currentTarget.value })}
        error={part.faults[name]}
        note={`${note} ${keptWords(what, kept, false)}`.trim()}
      />
      {kept !== 'none' && !part.values[name] && (
        <CheckField
          label={text.forget[what]}
          checked={part.changed[forgetting(name)] !== undefined}
          onChange={({ currentTarget }) => part.set({ [forgetting(name)]: currentTarget.checked ? 'yes' : '' })}
        />
      )}
    </>
  )
}

function MailboxFields({ part }: { part: SettingsPart }) {
  const isFixed = part.isFixed('bounceMailbox')
  return (
    <>
      <SettingField
        part={part}
        name="bounceServer"
        of="bounceMailbox"
        label="Mailbox server"
        inputMode="url"
        note={text.server}
      />
      {!isFixed && part.values.bounceServer !== '' && (
        <>
          <SettingField part={part} name="bounceUser" of="bounceMailbox" label="Mailbox user name" />
          <PasswordField
            label="Mailbox password"
            name="bouncePassword"
            autoComplete="off"
            value={part.values.bouncePassword ?? ''}
            onChange={({ currentTarget }) => part.set({ bouncePassword: currentTarget.value })}
            error={part.faults.bouncePassword}
            note={keptWords('password', part.settings.bouncePassword, false)}
          />
        </>
      )}
    </>
  )
}

/** A look that is also a test of what is saved; and how the last one went, which nobody may have seen. */
function LookBlock() {
  const test = useTest(lookAddress)
  const queryClient = useQueryClient()
  const { data } = useQuery(lastLookQuery)
  async function look() {
    await test.run({})
    await queryClient.invalidateQueries(lastLookQuery)
  }
  return (
    <TestBlock test={test} label={text.look} pendingLabel={text.looking} onTest={() => void look()}>
      {text.looks}
      {data?.look && !test.result && (
        <>
          {' '}
          {text.last} <DeskTime at={data.look.at} />: {data.look.message}
        </>
      )}
    </TestBlock>
  )
}
