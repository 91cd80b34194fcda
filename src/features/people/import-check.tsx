import { useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskSection } from '#desk/section.tsx'
import { countInWords } from '#desk/words.ts'
import { cn } from '#ui/cn.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { ImportColumns } from './import-columns.tsx'
import type { ImportCheck, PeopleImport } from './import-contract.ts'
import { ImportFates } from './import-fates.tsx'
import { importText, willJoinWords } from './import-text.ts'
import { type Question, startImport, type useImportCheck } from './queries.ts'

type Props = {
  checking: ReturnType<typeof useImportCheck>
  check: ImportCheck
  basis: string
  onBasisFault: (fault: string) => void
  onStarted: (started: PeopleImport) => void
}

export const checkAnchor = 'understood'
const words = importText.check

/** The second step: what the file would do, before it does anything. */
export function ImportChecked({ checking, check, basis, onBasisFault, onStarted }: Props) {
  const { question, isCurrent, isPending, error, ask } = checking
  const { isPending: isStarting, error: failure, attempt } = useAttempt('Failed to import people')
  if (!question) return null
  const { columns, counts, examples, notes, rows } = check
  // What stands here is what is done, whatever would be understood by then.
  const meanings = columns.map(({ meaning }) => meaning)

  async function start(question: Question) {
    if (basis.trim() === '') return onBasisFault(importText.file.noBasis)
    const started = await attempt(() => startImport({ ...question, columns: meanings }, basis))
    if (started) onStarted(started)
  }

  return (
    <DeskSection
      anchor={checkAnchor}
      title={words.title}
      intro={
        <p className="wrap-anywhere">
          {countInWords(rows, 'line', 'lines')} in {question.fileName}.
        </p>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <div role="status">
          <p className="text-[1.125rem] font-semibold tabular-nums">
            {isCurrent ? `${willJoinWords(counts, question.list)}.` : isPending ? words.again : words.stale}
          </p>
          {isCurrent && <p className="text-muted">{words.nothingYet}</p>}
        </div>
        <Notes notes={notes} />
        <ImportColumns
          columns={columns}
          meanings={question.columns ?? meanings}
          onMeanings={(columns) => void ask({ ...question, columns })}
        />
        <div aria-busy={isPending} className={cn(!isCurrent && 'opacity-60')}>
          <ImportFates counts={counts} examples={examples} />
        </div>
        <div>
          <div role="status">
            <DeskFailure error={error} comfort={importText.file.comfort} onRetry={() => void ask(question)} />
            <DeskFailure error={failure} unchanged={words.unchanged} className="mb-5" />
          </div>
          {isCurrent && (
            <SubmitButton
              label="Import People"
              pendingLabel="Importing..."
              isPending={isStarting}
              onClick={() => start(question)}
            />
          )}
        </div>
      </div>
    </DeskSection>
  )
}

/** What she should look at before she goes on. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="space-y-2 border-l-2 border-warn pl-4">
      {notes.map((note) => (
        <li key={note} className="wrap-anywhere">
          {note}
        </li>
      ))}
    </ul>
  )
}
