import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { countInWords } from '#desk/words.ts'
import { sourceWords } from '#features/people/people-text.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { OwnerLetter, Welcome, WelcomeInput } from './contract.ts'
import { Checks, isConflict, LastLook, reading, useDoubts } from './last-look.tsx'
import { lettersAddress, letterViewQuery } from './queries.ts'

type Props = {
  letter: OwnerLetter
  wish: Welcome
  onDone: (letter: OwnerLetter) => void
  /** `isOther`: it is not what she has looked at any more */
  onClose: (isOther: boolean) => void
}

/** The last look before it goes by itself, from then on, without another question. */
export function WelcomeReview({ letter: { id, version }, wish, onDone, onClose }: Props) {
  const { data: view, error: unread, refetch } = useQuery({ ...letterViewQuery(id, version, null), staleTime: 0 })
  const { isPending, error, attempt } = useAttempt('Failed to let it go by itself')
  const isStopped = view?.checks.some(({ isStop }) => isStop) ?? false
  const doubts = useDoubts(view?.checks, 'Let it go all the same')
  const from = wish.source && sourceWords(wish.source)
  const turnOn = async (event: FormEvent) => {
    event.preventDefault()
    if (!doubts.isTicked() || !doubts.isMeantTwice()) return
    const said: WelcomeInput = { ...wish, version }
    const done = await attempt(() => call<OwnerLetter>('PUT', `${lettersAddress}/${id}/welcome`, said))
    if (done) onDone(done)
  }
  return (
    <LastLook
      title={isStopped ? 'Not ready yet' : view ? 'Let it go by itself?' : reading}
      subject={view?.subject}
      to={`Whoever joins the newsletter from now on${from ? ` (${from})` : ''}, ${whenOf(wish.days)}`}
      onSubmit={turnOn}
      onClose={() => onClose(isConflict(error))}
      button={
        view &&
        !isStopped && <SubmitButton label="Let it go by itself" pendingLabel="One moment..." isPending={isPending} />
      }
    >
      <DeskFailure error={unread} onRetry={() => void refetch()} className="mt-5" />
      <div className="mt-5 space-y-3">
        <Checks checks={view?.checks} />
        {!isStopped && (
          <p>Nobody who is on the list already gets it. You can change it or turn it off whenever you like.</p>
        )}
      </div>
      {!isStopped && doubts.field}
      {!isStopped && doubts.second}
      <DeskFailure error={error} unchanged="Nothing was changed." className="mt-5" />
    </LastLook>
  )
}

/** “3 days after.” */
export function whenOf(days: number): string {
  return days === 0 ? 'within a minute.' : `${countInWords(days, 'day', 'days')} after.`
}
