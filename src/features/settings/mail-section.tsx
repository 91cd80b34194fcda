import { DeskSelect } from '#desk/field.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskSection } from '#desk/section.tsx'
import { knownServers, readMailServer, type Security, usualPort } from './addresses.ts'
import { settingsAddress } from './queries.ts'
import { PartForm, type SectionProps, SettingField, type SettingsPart, useSettingsPart } from './settings-part.tsx'
import { keptWords, securityWords, settingsText } from './settings-text.ts'
import { TestBlock, useTest } from './test-block.tsx'

const text = settingsText.mail
const known = 'known-mail-servers'
const mailFields = ['mailServer', 'mailPort', 'mailSecurity', 'mailUser', 'mailPassword']

const names = ['mailServer', 'sender'] as const

export function MailSection({ settings, shared }: SectionProps) {
  const part = useSettingsPart(
    settings,
    {
      mailServer: settings.mailServer,
      mailPort: settings.mailPort === null ? '' : String(settings.mailPort),
      mailSecurity: settings.mailSecurity,
      mailUser: settings.mailUser,
      sender: settings.sender,
    },
    shared,
  )
  const test = useTest(`${settingsAddress}/test-mail`)
  const { sender, ...ofServer } = part.changed
  const isServerChanged = Object.keys(ofServer).length > 0
  // All of a server or nothing: what she sees is what is tried and what is kept.
  const server = isServerChanged ? Object.fromEntries(mailFields.map((name) => [name, part.values[name] ?? ''])) : {}
  const isFixed = part.isFixed('mailServer')
  return (
    <DeskSection anchor="mail" title={text.title} intro={text.intro}>
      <PartForm part={part} label={text.save} names={names} needsPassword={isServerChanged} extra={server}>
        <ServerField part={part} />
        {!isFixed && part.values.mailServer !== '' && <ServerDetails part={part} />}
        {isFixed && settings.mailPassword !== 'none' && (
          <p className="small -mt-3 text-muted">{keptWords('password', settings.mailPassword, true)}</p>
        )}
        <SettingField
          part={part}
          name="sender"
          label="Sender"
          type="email"
          inputMode="email"
          placeholder={settings.usual.sender}
          note={text.sender}
        />
      </PartForm>
      <TestBlock
        test={test}
        label={text.test}
        pendingLabel={text.testing}
        onTest={() => void test.run({ ...server, ...(sender === undefined ? {} : { sender }) })}
      >
        {text.goesTo} {settings.ownAddress}.
      </TestBlock>
    </DeskSection>
  )
}

/** A whole address, or a name she knows a service by, is taken apart when she leaves the field. */
function ServerField({ part }: { part: SettingsPart }) {
  function takeApart() {
    const typed = readMailServer(part.values.mailServer ?? '')
    if ('fault' in typed || part.values.mailServer === typed.host) return
    const { host, port, security, user, password } = typed
    part.set({
      mailServer: host,
      ...(security ? { mailSecurity: security, mailPort: String(port ?? usualPort[security]) } : {}),
      ...(port ? { mailPort: String(port) } : {}),
      ...(user ? { mailUser: user } : {}),
      ...(password ? { mailPassword: password } : {}),
    })
  }
  return (
    <>
      <SettingField
        part={part}
        name="mailServer"
        label="Mail server"
        inputMode="url"
        list={known}
        onBlur={takeApart}
        note={text.server}
      />
      <datalist id={known}>
        {knownServers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

const kinds = ['starttls', 'tls'] as const satisfies readonly Security[]

function ServerDetails({ part }: { part: SettingsPart }) {
  const { values, faults, settings } = part
  const kind = values.mailSecurity as Security

  function choose(words: string) {
    const next = kinds.find((one) => securityWords[one] === words) ?? kind
    const isUsual = values.mailPort === '' || values.mailPort === String(usualPort[kind])
    part.set({ mailSecurity: next, ...(isUsual ? { mailPort: String(usualPort[next]) } : {}) })
  }
  return (
    <>
      <DeskSelect
        label="Encryption"
        name="mailSecurity"
        options={kinds.map((one) => securityWords[one])}
        value={securityWords[kind]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        error={faults.mailSecurity}
      />
      <SettingField
        part={part}
        name="mailPort"
        of="mailServer"
        label="Port"
        inputMode="numeric"
        placeholder={String(usualPort[kind])}
        note={text.port}
      />
      <SettingField part={part} name="mailUser" of="mailServer" label="User name" />
      <PasswordField
        label="Mail password"
        name="mailPassword"
        autoComplete="off"
        value={values.mailPassword ?? ''}
        onChange={({ currentTarget }) => part.set({ mailPassword: currentTarget.value })}
        error={faults.mailPassword}
        note={keptWords('password', settings.mailPassword, false)}
      />
    </>
  )
}
