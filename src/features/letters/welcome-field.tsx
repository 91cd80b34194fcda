import { useState } from 'react'
import { DeskButton } from '#desk/button.tsx'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { countInWords } from '#desk/words.ts'
import { sources } from '#features/newsletter/contract.ts'
import { sourceWords } from '#features/people/people-text.ts'
import { mostWelcomeDays, type OwnerLetter, type Welcome, welcomeDays } from './contract.ts'
import { lettersText } from './letters-text.ts'
import { lettersAddress } from './queries.ts'
import { whenOf } from './welcome-review.tsx'

type Props = {
  letter: OwnerLetter | null
  /** what she was about to say when a new letter moved to its address */
  begun: Welcome | null
  /** the last look before it goes so */
  look: (wish: Welcome) => void
  /** no last look now: something else is about to be answered */
  isHeld: boolean
  /** what is typed, saved first; null where that was refused */
  settle: () => Promise<OwnerLetter | null>
  onChanged: (letter: OwnerLetter) => void
}

/** A letter that goes by itself to whoever joins, so many days after. */
export function WelcomeField({ letter, begun, look, isHeld, settle, onChanged }: Props) {
  const welcome = letter?.welcome ?? null
  const [days, setDays] = useState(String((welcome ?? begun)?.days ?? 3))
  const [source, setSource] = useState((welcome ?? begun)?.source ?? '')
  const { isPending, error, attempt } = useAttempt('Failed to change it')

  const [fault, setFault] = useState<string>()
  // Also before anybody has come by any of them; what was chosen once stays a choice.
  const forms = [...new Set([...sources, 'other', ...(welcome?.source ? [welcome.source] : [])])]
  const wish = { days: Number(days), source: source || null }
  /** what is not a number of days is said at once, with the way to mend it */
  const ifDays = (act: () => void) => () => {
    const isDays = /^\d{1,3}$/.test(days.trim()) && wish.days <= mostWelcomeDays
    setFault(isDays ? undefined : welcomeDays)
    if (isDays) act()
    else document.getElementsByName('welcomeDays')[0]?.focus()
  }

  const change = async () => {
    const saved = await settle()
    if (!saved) return
    const done = await attempt(() => call<OwnerLetter>('PUT', `${lettersAddress}/${saved.id}/welcome`, wish))
    if (done) onChanged(done)
  }
  const turnOff = async () => {
    const done =
      letter && (await attempt(() => call<OwnerLetter>('DELETE', `${lettersAddress}/${letter.id}/welcome`, {})))
    if (done) onChanged(done)
  }
  return (
    <>
      <p className="text-muted">{lettersText.welcome}</p>
      <div className="grid gap-6 sm:grid-cols-2">
        <DeskField
          label="Days after joining"
          name="welcomeDays"
          inputMode="numeric"
          error={fault}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          note="0 is within a minute."
        />
        <DeskSelect
          label="Who came by"
          options={[
            { value: '', label: 'Any form' },
            ...forms.map((form) => ({ value: form, label: sourceWords(form) })),
          ]}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
      </div>
      {welcome && letter?.mailing && (
        <p role="status">
          It goes by itself to whoever joins, {whenOf(welcome.days)} So far{' '}
          {countInWords(letter.mailing.sent, 'reader has', 'readers have')} got it.
        </p>
      )}
      <DeskFailure error={error} unchanged="Nothing was changed." />
      <div className="flex flex-wrap gap-3">
        {welcome ? (
          <>
            <DeskButton variant="secondary" onClick={ifDays(change)} isBusy={isPending}>
              Change it
            </DeskButton>
            <DeskButton variant="secondary" onClick={turnOff} isBusy={isPending}>
              Turn it off
            </DeskButton>
          </>
        ) : (
          <DeskButton variant="secondary" onClick={ifDays(() => look(wish))} isBusy={isHeld}>
            Let it go by itself
          </DeskButton>
        )}
      </div>
    </>
  )
}
