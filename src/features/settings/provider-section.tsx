import { DeskField } from '#desk/field.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskSection } from '#desk/section.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { settingsAddress } from './queries.ts'
import { PartForm, type SectionProps, SettingField, useSettingsPart } from './settings-part.tsx'
import { keptWords, settingsText } from './settings-text.ts'
import { TestBlock, useTest } from './test-block.tsx'

const text = settingsText.provider

const names = ['providerKey', 'providerGroup'] as const

export function ProviderSection({ settings, shared }: SectionProps) {
  const part = useSettingsPart(settings, { providerGroup: settings.providerGroup }, shared)
  const test = useTest(`${settingsAddress}/test-provider`)
  const isFixed = part.isFixed('providerKey')
  const { providerKey, forget } = part.changed
  const isForgetting = forget !== undefined
  return (
    <DeskSection title={text.title} intro={text.intro}>
      <PartForm
        part={part}
        label={text.save}
        names={names}
        needsPassword={providerKey !== undefined || isForgetting}
        extra={isForgetting ? { providerKey: '' } : {}}
      >
        {isFixed ? (
          <DeskField label="Key" value="" readOnly note={keptWords('key', 'kept', true)} />
        ) : (
          <PasswordField
            label="Key"
            name="providerKey"
            autoComplete="off"
            value={part.values.providerKey ?? ''}
            onChange={({ currentTarget }) => part.set({ providerKey: currentTarget.value })}
            error={part.faults.providerKey}
            note={`${text.key} ${keptWords('key', settings.providerKey, false)}`}
          />
        )}
        {!isFixed && settings.providerKey !== 'none' && !providerKey && (
          <CheckField
            label={text.forget}
            checked={isForgetting}
            onChange={({ currentTarget }) => part.set({ forget: currentTarget.checked ? 'yes' : '' })}
          />
        )}
        <SettingField
          part={part}
          name="providerGroup"
          label="Group"
          autoCapitalize="words"
          placeholder={settings.usual.providerGroup}
          note={text.group}
        />
      </PartForm>
      <TestBlock
        test={test}
        label={text.test}
        pendingLabel={text.testing}
        onTest={() => void test.run(providerKey ? { providerKey } : {})}
      >
        {text.asks}
      </TestBlock>
    </DeskSection>
  )
}
