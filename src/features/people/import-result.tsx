import { useQueryClient } from '@tanstack/react-query'
import { useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { scrollToAnchor } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { PeopleImport } from './import-contract.ts'
import { ImportFates } from './import-fates.tsx'
import { haveJoinedWords, importText, listWords } from './import-text.ts'
import { importsQuery, undoImport } from './queries.ts'

export const resultAnchor = 'import'

/** The third step: an import under way, done, or undone. */
export function ImportResult({ shown, isSilent }: { shown: PeopleImport; isSilent: boolean }) {
  const { state, fileName, list, createdAt } = shown
  return (
    <DeskSection
      anchor={resultAnchor}
      title={importText[state].title}
      intro={
        <p className="wrap-anywhere">
          {fileName && `${fileName}, `}
          {listWords[list]}. Begun on <DeskTime at={createdAt} />.
        </p>
      }
    >
      {state === 'running' && <Running shown={shown} isSilent={isSilent} />}
      {state === 'done' && <Done shown={shown} />}
      {state === 'undone' && <p role="status">{importText.undone.text}</p>}
    </DeskSection>
  )
}

function Running({ shown: { rows, done }, isSilent }: { shown: PeopleImport; isSilent: boolean }) {
  return (
    <>
      <p className="text-[1.125rem] font-semibold tabular-nums">
        {done.toLocaleString('en-CA')} of {countInWords(rows, 'line', 'lines')} gone through
      </p>
      <progress aria-label="Lines gone through" value={done} max={rows} className="progress mt-3" />
      {/* In steps of ten: often enough to be read aloud. */}
      <p role="status" className="sr-only">
        {Math.floor((done / Math.max(1, rows)) * 10) * 10} percent
      </p>
      <p role="status" className="mt-3 text-muted">
        {isSilent ? importText.running.silence : importText.running.text}
      </p>
    </>
  )
}

function Done({ shown }: { shown: PeopleImport }) {
  const { counts, list } = shown
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p role="status" className="text-[1.125rem] font-semibold tabular-nums">
        {haveJoinedWords(counts, list)}.
      </p>
      <div>
        <ImportFates counts={counts} />
      </div>
      <p className="text-muted">{importText.done.undo}</p>
      <div className="flex flex-wrap items-start gap-3">
        <ButtonLink href={deskPaths.subscribers}>{importText.done.see}</ButtonLink>
        <UndoImport made={shown} onUndone={() => scrollToAnchor(resultAnchor, { isOnPage: true })} />
      </div>
    </div>
  )
}

type UndoProps = { made: PeopleImport; onUndone?: () => void }

/** Takes back what one import did, as long as that can be done; else says why it cannot. */
export function UndoImport({ made: { id, state, whyNotUndo }, onUndone }: UndoProps) {
  const queryClient = useQueryClient()
  const { isPending, error, attempt } = useAttempt('Failed to undo the import')

  async function undo() {
    const undone = await attempt(() => undoImport(id))
    if (!undone) return void queryClient.invalidateQueries(importsQuery)
    queryClient.setQueryData(
      importsQuery.queryKey,
      (known) => known && { imports: known.imports.map((one) => (one.id === id ? undone : one)) },
    )
    onUndone?.()
  }
  if (state === 'undone') return importText.undone.short
  if (whyNotUndo) return whyNotUndo
  return (
    <div>
      <SubmitButton
        variant="secondary"
        label="Undo Import"
        pendingLabel="Undoing..."
        isPending={isPending}
        onClick={undo}
        data-needs-script
      />
      <div role="status">
        <DeskFailure error={error} unchanged="Everybody is still here." className="mt-3" />
      </div>
    </div>
  )
}
