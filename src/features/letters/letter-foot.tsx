import type { ReactNode } from 'react'
import { FormCause } from '#features/writing/form-foot.tsx'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { OwnerLetter } from './contract.ts'
import { savedWords } from './letter-words.ts'

type Props = { form: KeptForm; letter: OwnerLetter | null; children: ReactNode }

/** What is safe, and what can be done with it now: in sight however long the letter is, in two rows on a phone. */
export function LetterFoot({ form, letter, children }: Props) {
  const { isPending, isChanged, discard } = form
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-ground py-2 sm:py-4">
      <FormCause form={form} />
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center sm:gap-3 max-sm:*:px-2">
        <SubmitButton variant="secondary" label="Save" pendingLabel="Saving..." isPending={isPending} />
        {children}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 sm:mt-2">
        <p role="status" className="small text-muted">
          {stateOf(form, letter)}
        </p>
        {isChanged && letter && (
          <Button variant="quiet" onClick={discard} className="small -my-2 font-normal">
            Discard changes
          </Button>
        )}
      </div>
    </div>
  )
}

function stateOf({ isChanged, kept, found }: KeptForm, letter: OwnerLetter | null): string {
  if (!isChanged) return savedWords(letter)
  if (kept.place === 'nowhere') return 'Your words could not be kept. Please do not close this window.'
  if (kept.place === 'here' && kept.why === 'other-window')
    return 'Another window has unsaved words too. Yours are kept in this browser.'
  if (kept.place === 'here') return 'Kept in this browser: the site did not answer.'
  if (found === 'older')
    return 'These are your unsaved words from before. Another window has saved since: save, and yours stand where both changed something.'
  return found === 'before' ? 'These are your unsaved words from before.' : 'Kept as you write, and not saved yet.'
}
