import type { ReactNode } from 'react'
import { DeskCause } from '#desk/cause-notice.tsx'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { OwnerLetter } from './contract.ts'
import { savedWords } from './letter-words.ts'

type Props = { form: KeptForm; letter: OwnerLetter | null; children: ReactNode }

/** What is safe, and what can be done with it now: in sight however long the letter is. */
export function LetterFoot({ form, letter, children }: Props) {
  const { cause, isPending, isChanged, discard } = form
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-ground py-4">
      {cause && (
        <div className="mb-4">
          <DeskCause cause={cause} failed="Not saved." />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary" label="Save" pendingLabel="Saving..." isPending={isPending} />
        {children}
        {isChanged && letter && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
      <p role="status" className="small mt-2 text-muted">
        {stateOf(form, letter)}
      </p>
    </div>
  )
}

function stateOf({ isChanged, kept, found }: KeptForm, letter: OwnerLetter | null): string {
  if (!isChanged) return savedWords(letter)
  if (kept.place === 'nowhere') return 'Your words could not be kept. Please do not close this window.'
  if (kept.place === 'here' && kept.why === 'other-window')
    return 'Another window has unsaved words too. Yours are kept in this browser.'
  if (kept.place === 'here') return 'Kept in this browser: the site did not answer.'
  return found === 'none' ? 'Kept as you write, and not saved yet.' : 'These are your unsaved words from before.'
}
