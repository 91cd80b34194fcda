import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField } from '#desk/field.tsx'
import { DeskSection } from '#desk/section.tsx'
import { ApiError } from '#lib/send-json.ts'
import { scrollToAnchor } from '#ui/anchor.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { readText } from './decode-text.ts'
import { checkAnchor, ImportChecked } from './import-check.tsx'
import { ImportChoice } from './import-choice.tsx'
import type { ImportList, PeopleImport } from './import-contract.ts'
import { ImportFile } from './import-file.tsx'
import { importText, listWords } from './import-text.ts'
import { useImportCheck } from './queries.ts'

type Faults = { file?: string; basis?: string }

const words = importText.file

/** The first two steps: a file, and what it would do. Whatever fails, the file and the words stay. */
export function NewImport({ onStarted }: { onStarted: (started: PeopleImport) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [list, setList] = useState<ImportList>('newsletter')
  const [basis, setBasis] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const checking = useImportCheck()
  const { question, check, isPending, isCurrent, error, ask, forget } = checking

  function blame(found: Faults) {
    flushSync(() => setFaults(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  async function look(event: FormEvent) {
    event.preventDefault()
    if (!file) return blame({ file: words.missing })
    const { text, fault } = await readText(file)
    if (fault !== null) return blame({ file: fault })
    setFaults({})
    const error = await ask({ csv: text, fileName: file.name, list, columns: question?.columns })
    if (!error) scrollToAnchor(checkAnchor, { isOnPage: true })
    else if (!check && error instanceof ApiError && error.fields.csv) blame({ file: error.fields.csv })
  }

  return (
    <>
      <DeskSection title={words.title} intro={<p>{words.intro}</p>}>
        <form ref={form} onSubmit={look} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6" data-needs-script>
          <ImportFile
            file={file}
            error={faults.file}
            onFile={(chosen) => {
              setFile(chosen)
              setFaults({})
              forget()
            }}
          />
          <ImportChoice
            label="List"
            note={words.list}
            value={list}
            options={listWords}
            onValue={(chosen) => {
              setList(chosen)
              if (question) void ask({ ...question, list: chosen })
            }}
          />
          <DeskField
            label="How they agreed"
            note={words.basis}
            required
            maxLength={500}
            value={basis}
            onChange={({ target }) => setBasis(target.value)}
            error={basis.trim() === '' ? faults.basis : undefined}
          />
          <div>
            <div role="status">
              {!check && !faults.file && <DeskFailure error={error} comfort={words.comfort} className="mb-5" />}
            </div>
            <SubmitButton
              variant={isCurrent ? 'secondary' : 'primary'}
              label="Check"
              pendingLabel="Checking..."
              isPending={isPending}
            />
          </div>
        </form>
      </DeskSection>
      {check && (
        <ImportChecked
          checking={checking}
          check={check}
          basis={basis}
          onBasisFault={(fault) => blame({ basis: fault })}
          onStarted={onStarted}
        />
      )}
    </>
  )
}
