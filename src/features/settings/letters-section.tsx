import { DeskField, DeskSelect } from '#desk/field.tsx'
import { DeskSection } from '#desk/section.tsx'
import type { DoubleOptIn } from './contract.ts'
import { PartForm, type SectionProps, SettingField, useSettingsPart } from './settings-part.tsx'
import { doubleOptInWords, settingsText } from './settings-text.ts'

const text = settingsText.letters
const choices = ['usual', 'on', 'off'] as const satisfies readonly DoubleOptIn[]

const names = ['postalAddress', 'doubleOptIn'] as const

export function LettersSection({ settings, shared }: SectionProps) {
  const { postalAddress, doubleOptIn, usual } = settings
  const part = useSettingsPart(settings, { postalAddress, doubleOptIn }, shared)
  const words = (choice: DoubleOptIn) => doubleOptInWords(choice, usual.isDoubleOptIn)
  const isFixed = part.isFixed('doubleOptIn')
  const choice = part.values.doubleOptIn as DoubleOptIn
  return (
    <DeskSection title={text.title} intro={text.intro}>
      <PartForm part={part} label={text.save} names={names} needsPassword={false}>
        <SettingField
          part={part}
          name="postalAddress"
          label="Postal address"
          autoCapitalize="words"
          autoComplete="street-address"
          placeholder={usual.postalAddress}
          note={text.postal}
        />
        {isFixed ? (
          <DeskField label={text.joins} value={words(choice)} readOnly note={settingsText.fixed} />
        ) : (
          <DeskSelect
            label={text.joins}
            name="doubleOptIn"
            options={choices.map(words)}
            value={words(choice)}
            onChange={({ currentTarget }) =>
              part.set({ doubleOptIn: choices.find((one) => words(one) === currentTarget.value) ?? choice })
            }
            error={part.faults.doubleOptIn}
            note={text.doubleOptIn}
          />
        )}
      </PartForm>
    </DeskSection>
  )
}
