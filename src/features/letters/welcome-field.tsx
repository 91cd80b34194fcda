import { useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { countInWords } from '#desk/words.ts'
import { Button } from '#ui/button.tsx'
import type { AudienceChoices, OwnerLetter } from './contract.ts'
import { lettersText } from './letters-text.ts'
import { lettersAddress } from './queries.ts'

type Props = {
  letter: OwnerLetter | null
  sources: AudienceChoices['sources']
  /** what is typed, saved first; null where that was refused */
  settle: () => Promise<OwnerLetter | null>
  onChanged: (letter: OwnerLetter) => void
}

/** A letter that goes by itself to whoever joins, so many days after. */
export function WelcomeField({ letter, sources, settle, onChanged }: Props) {
  const welcome = letter?.welcome ?? null
  const [days, setDays] = useState(String(welcome?.days ?? 3))
  const [source, setSource] = useState(welcome?.source ?? '')
  const { isPending, error, attempt } = useAttempt('Failed to change it')

  const turnOn = async () => {
    const saved = await settle()
    if (!saved) return
    const wish = { days: Number.parseInt(days, 10), source: source || null }
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
          inputMode="numeric"
          value={days}
          onChange={({ target }) => setDays(target.value)}
          note="0 is within a minute."
        />
        <DeskSelect
          label="Who came by"
          options={[
            { value: '', label: 'Any form' },
            ...sources.map((one) => ({ value: one.source, label: one.words })),
          ]}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
      </div>
      {welcome && letter?.mailing && (
        <p role="status">
          It goes by itself, {countInWords(welcome.days, 'day', 'days')} after somebody joined. So far{' '}
          {countInWords(letter.mailing.sent, 'reader has', 'readers have')} got it.
        </p>
      )}
      <DeskFailure error={error} unchanged="Nothing was changed." />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={turnOn} aria-disabled={isPending}>
          {welcome ? 'Change it' : 'Let it go by itself'}
        </Button>
        {welcome && (
          <Button variant="secondary" onClick={turnOff} aria-disabled={isPending}>
            Turn it off
          </Button>
        )}
      </div>
    </>
  )
}
