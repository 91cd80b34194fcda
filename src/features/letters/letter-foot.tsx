import { type ReactNode, useId } from 'react'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskTime } from '#desk/time.tsx'
import { FormCause } from '#features/writing/form-foot.tsx'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { OwnerLetter } from './contract.ts'
import { savedWords } from './letter-words.ts'

type Props = {
  form: KeptForm
  letter: OwnerLetter | null
  /** what can be done besides */
  more: ReactNode
  children: ReactNode
}

/**
 * What is safe, and what can be done with it now: in sight however long the letter is. On a phone the screen is for the
 * letter: there that is one row, and the rest stands at the end of the form.
 */
export function LetterFoot({ form, letter, more, children }: Props) {
  const { isPending, isChanged, discard } = form
  const save = useId()
  const heir = useFocusHeir(save)
  return (
    <>
      <div className="mb-4 flex gap-2 *:flex-1 *:px-2 sm:hidden">{more}</div>
      <div
        {...heir}
        data-foot
        className="bottom-0 z-10 [@media(min-height:30rem)]:sticky border-t border-line bg-ground py-2 sm:py-4"
      >
        <FormCause form={form} />
        <div className="flex gap-2 sm:flex-wrap sm:gap-3 max-sm:*:flex-1 max-sm:*:px-2">
          <SubmitButton id={save} variant="secondary" label="Save" pendingLabel="Saving..." isPending={isPending} />
          <div className="hidden sm:contents">{more}</div>
          {children}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 sm:mt-2">
          <p role="status" className="small text-muted">
            {stateOf(form, letter)}
          </p>
          {isChanged && letter && (
            <Button variant="quiet" onClick={discard} className="small -mx-3 -my-2 font-normal">
              Discard changes
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function stateOf({ isChanged, kept, found }: KeptForm, letter: OwnerLetter | null): ReactNode {
  if (!isChanged && letter?.dueAt)
    return (
      <>
        Saved. It goes on <DeskTime at={letter.dueAt} />, as it is saved then.
      </>
    )
  if (!isChanged) return savedWords(letter)
  if (kept.place === 'nowhere') return 'Your words could not be kept. Please do not close this window.'
  if (kept.place === 'here' && kept.why === 'other-window')
    return 'Another window has unsaved words too. Yours are kept in this browser.'
  if (kept.place === 'here') return 'Kept in this browser: the site did not answer.'
  if (found === 'older')
    return 'These are your unsaved words from before. Another window has saved since: save, and yours stand where both changed something.'
  return found === 'before' ? 'These are your unsaved words from before.' : 'Kept as you write, and not saved yet.'
}
