import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, sayFailed } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField } from '#desk/field.tsx'
import { useTypedCount } from '#desk/typed-count.tsx'
import { countInWords } from '#desk/words.ts'
import { CheckField } from '#ui/check-field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { useAudienceCount } from './audience-field.tsx'
import type { OwnerLetter } from './contract.ts'
import { Checks, isConflict, LastLook, reading, useDoubts } from './last-look.tsx'
import { lettersText } from './letters-text.ts'
import { lettersAddress, letterViewQuery } from './queries.ts'

const holdSeconds = 10

type Props = {
  letter: OwnerLetter
  isLater: boolean
  onSent: (letter: OwnerLetter) => void
  /** `isOther`: it is not what she has looked at any more */
  onClose: (isOther: boolean) => void
}

/** The last look before it goes, once. */
export function LetterReview({ letter, isLater, onSent, onClose }: Props) {
  const { data: audience, error: uncounted, refetch: countAgain } = useAudienceCount(letter.audience, letter.id)
  const looked = useQuery({ ...letterViewQuery(letter.id, letter.version, null), staleTime: 0 })
  const view = looked.data
  const [isSlow, setIsSlow] = useState(false)
  const [day, setDay] = useState('')
  const [time, setTime] = useState('09:00')
  const [fault, setFault] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const count = audience?.count ?? 0
  const typed = useTypedCount(count)
  const many = countInWords(count, 'person', 'people')
  const stops = view?.checks.filter(({ isStop }) => isStop) ?? []
  const doubts = useDoubts(view?.checks, 'Send it all the same')
  const isKept = view?.isConnected === false
  // It leaves from there when and as fast as she says.
  const isFromOutbox = isKept && !isLater
  const isRead = audience !== undefined && view !== undefined
  /** nothing she could tick or type here would let it go */
  const isStopped = isRead && (count === 0 || stops.length > 0)
  const canSend = isRead && !isStopped

  function readAgain() {
    void countAgain()
    void looked.refetch()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!canSend) return
    const at = isLater ? momentOf(day, time) : null
    const isToCome = !isLater || (at !== null && at > new Date())
    setFault(isToCome ? undefined : 'Choose a moment to come')
    const isAgreed = [isToCome, doubts.isTicked(), typed.isTyped()].every(Boolean)
    if (!isAgreed || !doubts.isMeantTwice()) return
    setIsPending(true)
    setError(null)
    try {
      const wish = {
        version: letter.version,
        count,
        holdSeconds,
        isMeant: doubts.isMeant,
        perDay: isSlow && !isFromOutbox ? lettersText.perDay : null,
      }
      onSent(
        await call<OwnerLetter>('POST', `${lettersAddress}/${letter.id}/send`, {
          ...wish,
          at: at?.toISOString() ?? null,
        }),
      )
    } catch (error) {
      setError(error)
      setIsPending(false)
      // What she is told of is what she sees when she presses again.
      readAgain()
      sayFailed('Failed to send the letter', error)
    }
  }

  return (
    <LastLook
      title={isStopped ? 'Not ready yet' : isRead ? askedOf(many, isLater, isKept) : reading}
      subject={view?.subject}
      to={
        <>
          {audience?.names.map((name) => (
            <span key={name} className="block truncate">
              {name}
            </span>
          ))}
          {audience && count > audience.names.length && (
            <span className="text-muted">and {countInWords(count - audience.names.length, 'other', 'others')}</span>
          )}
          {count === 0 && audience && 'Nobody fits this audience. Change it first.'}
        </>
      }
      onSubmit={send}
      onClose={() => onClose(isConflict(error))}
      button={
        canSend && (
          <SubmitButton
            label={
              isLater ? 'Schedule it' : isKept ? `Write ${countInWords(count, 'letter', 'letters')}` : `Send to ${many}`
            }
            pendingLabel={isLater ? 'Scheduling...' : 'Sending...'}
            isPending={isPending}
          />
        )
      }
    >
      {isLater && !isStopped && (
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <DeskField
            label="Day"
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
            error={fault}
          />
          <DeskField
            label="Time"
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
            note="By your own clock."
          />
        </div>
      )}
      <DeskFailure error={uncounted ?? looked.error} onRetry={readAgain} className="mt-5" />
      <div className="mt-5 space-y-3">
        <Checks checks={view?.checks} />
        {!isStopped && (isKept || !isLater) && <p>{isKept ? lettersText.kept : lettersText.final}</p>}
        {!isStopped && isLater && <p>{lettersText.later}</p>}
      </div>
      {!isStopped && doubts.field}
      {count > lettersText.perDay && !isStopped && !isFromOutbox && (
        <CheckField
          label={lettersText.slow.label}
          note={lettersText.slow.note}
          checked={isSlow}
          onChange={({ target }) => setIsSlow(target.checked)}
        />
      )}
      {!isStopped && typed.field}
      {!isStopped && doubts.second}
      <DeskFailure error={error} unchanged="Nothing was sent." className="mt-5" />
    </LastLook>
  )
}

function askedOf(many: string, isLater: boolean, isKept: boolean): string {
  if (isLater) return `Send to ${many}, later?`
  return isKept ? `Write to ${many}?` : `Send to ${many}?`
}

/** By her own clock. */
function momentOf(day: string, time: string): Date | null {
  const at = new Date(`${day}T${time || '09:00'}`)
  return Number.isNaN(at.getTime()) ? null : at
}
