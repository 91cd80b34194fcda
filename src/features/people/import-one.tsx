import { type FormEvent, useEffect, useState } from 'react'
import { DeskField } from '#desk/field.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { textsOf, useSend } from '#desk/send.ts'
import { scrollToAnchor } from '#ui/anchor.ts'
import { emailInput, FormProblem } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { ImportChoice } from './import-choice.tsx'
import type { ImportList } from './import-contract.ts'
import { importText, listWords, oneAnchor } from './import-text.ts'
import { onePersonAddress, peopleAddress } from './queries.ts'

/** Somebody who told her so at a reading, say. */
export function AddOnePerson() {
  const [isOpen, setIsOpen] = useState(false)
  // From People a button leads here.
  useEffect(() => {
    if (location.hash !== `#${oneAnchor}`) return
    setIsOpen(true)
    scrollToAnchor(oneAnchor, { isOnPage: false })
  }, [])
  return (
    <details
      id={oneAnchor}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      data-needs-script
      className="py-6"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">{importText.one.title}</summary>
      {/* Only when unfolded: folded, the page has one list to choose and one way they agreed. */}
      {isOpen && <OneForm />}
    </details>
  )
}

function OneForm() {
  const { form, isPending, problem, faults, send } = useSend()
  const [list, setList] = useState<ImportList>('newsletter')
  const [added, setAdded] = useState('')
  const refresh = useRefresh(peopleAddress)

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    setAdded('')
    const sent = await send('POST', onePersonAddress, { ...textsOf(currentTarget), list })
    if (!sent.isDone) return
    setAdded((sent.answer as { message: string }).message)
    // The next one may have agreed in the same way.
    for (const input of currentTarget.querySelectorAll('input')) if (input.name !== 'basis') input.value = ''
    await refresh()
  }
  return (
    <form ref={form} onSubmit={add} noValidate className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6 pt-2 pb-4">
      <DeskField label="Email" {...emailInput} autoComplete="off" required error={faults.email} />
      <DeskField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={100}
        note={importText.one.name}
        error={faults.name}
      />
      <ImportChoice label="List" value={list} options={listWords} onValue={setList} />
      <DeskField
        label="How they agreed"
        name="basis"
        required
        maxLength={500}
        note="One sentence, kept with this person."
        error={faults.basis}
      />
      <div>
        <FormProblem message={problem} comfort={importText.one.comfort} />
        <p role="status" className="mb-4 font-semibold text-success empty:mb-0">
          {added}
        </p>
        <SubmitButton label="Add Person" pendingLabel="Adding..." isPending={isPending} />
      </div>
    </form>
  )
}
