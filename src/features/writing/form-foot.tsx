import { useId } from 'react'
import type { Cause } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { KeptForm } from './kept-form.ts'

/** For the form above it: whatever has the focus is in sight, and not under the foot, which is tall while it has bad news. */
export const aboveFoot = '[&_:is(input,select,textarea,button)]:scroll-mb-56'

/** `settled` is said while nothing waits to be saved. */
type Props = { form: KeptForm; button: string; settled?: string }

/** What became of it, what is safe, and what makes it public: in sight however long the form is. */
export function FormFoot({ form, button, settled = 'Everything here is public.' }: Props) {
  const { isPending, isChanged, found, kept, discard } = form
  const save = useId()
  const heir = useFocusHeir(save)
  return (
    <div
      {...heir}
      data-foot
      className="bottom-0 z-10 [@media(min-height:30rem)]:sticky border-t border-line bg-ground py-4"
    >
      <FormCause form={form} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton id={save} label={button} pendingLabel="Saving..." isPending={isPending} />
        {isChanged && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
        <p role="status" className="small text-muted">
          {isChanged ? stateOf(found, kept) : settled}
        </p>
      </div>
    </div>
  )
}

/** Why it was not saved, and the way on: read aloud, for which its place must be there before its words. */
export function FormCause({ form }: { form: KeptForm }) {
  return <div role="alert">{form.cause && <NotSaved {...form} cause={form.cause} />}</div>
}

function NotSaved({ cause, faults, openAgain }: Pick<KeptForm, 'faults' | 'openAgain'> & { cause: Cause }) {
  const { version: isBehind, ...slips } = faults
  return (
    <div className="mb-4">
      <DeskCause
        cause={isBehind ? { ...cause, requestId: null } : withFaults(cause, Object.keys(slips).length)}
        failed="Not saved."
      >
        {isBehind && (
          <Button variant="quiet" onClick={openAgain} className="-mx-3 text-left">
            Open what was saved, with your changes in it
          </Button>
        )}
      </DeskCause>
    </div>
  )
}

/** A slip of hers is said at its field, and needs no number to ask by. */
function withFaults(cause: Cause, count: number): Cause {
  if (count === 0) return cause
  const words = count === 1 ? cause.words : `${count} fields need another look. Each says why.`
  return { ...cause, words, requestId: null }
}

function stateOf(found: KeptForm['found'], kept: KeptForm['kept']): string {
  if (kept.place === 'nowhere') return 'Your changes could not be kept. Please do not close this window.'
  if (kept.place === 'here' && kept.why === 'other-window')
    return 'Another window has unsaved changes too. Yours are kept in this browser.'
  if (kept.place === 'here') return 'Kept in this browser: the site did not answer. Not public yet.'
  if (found === 'older')
    return 'These are your unsaved changes from before. Another window has saved since: save, and yours stand where both changed something.'
  return found === 'before'
    ? 'These are your unsaved changes from before. Not public yet.'
    : 'Kept as a draft. Not public yet.'
}
