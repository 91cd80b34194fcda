import { useLocation } from 'wouter'
import { call, useAttempt } from '#desk/call.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { OwnerLetter } from './contract.ts'
import { lettersAddress } from './queries.ts'

type Props = { from: 'letter' | 'post' | 'story'; id: string; label: string }

/** Makes a new letter with the words of something that is there, and opens it. */
export function BeginFrom({ from, id, label }: Props) {
  const [, navigate] = useLocation()
  const { isPending, attempt } = useAttempt('Failed to begin a letter')
  const begin = async () => {
    const letter = await attempt(() => call<OwnerLetter>('POST', `${lettersAddress}/begin`, { from, id }))
    if (letter) navigate(deskPaths.written(letter.id))
  }
  return (
    <SubmitButton variant="secondary" label={label} pendingLabel="Beginning..." isPending={isPending} onClick={begin} />
  )
}
