import { useFocusHeir } from '#desk/focus.ts'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import type { PeopleImport } from './import-contract.ts'
import { UndoImport } from './import-result.tsx'
import { haveJoinedWords, importText, othersWords } from './import-text.ts'

/** What was brought in before, each with the way back. */
export function EarlierImports({ imports }: { imports: readonly PeopleImport[] }) {
  const heir = useFocusHeir('earlier')
  if (imports.length === 0) return null
  return (
    <section aria-labelledby="earlier" className="py-10" {...heir}>
      <h2 id="earlier" tabIndex={-1} className="title-3 mb-3">
        {importText.earlier}
      </h2>
      <DeskTable
        caption={importText.earlier}
        rows={imports}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'File',
            className: 'wrap-anywhere',
            cell: ({ fileName, basis }) => (
              <>
                <bdi className="block font-semibold">{fileName || 'A list'}</bdi>
                <span className="small text-muted">{basis}</span>
              </>
            ),
          },
          { label: 'When', className: 'small text-muted', cell: ({ createdAt }) => <DeskTime at={createdAt} /> },
          {
            label: 'What became of it',
            className: 'text-muted tabular-nums',
            cell: ({ counts, list }) => (
              <>
                <span className="block">{haveJoinedWords(counts, list)}</span>
                <span className="small block">{othersWords(counts)}</span>
              </>
            ),
          },
          { label: 'Undo', className: 'max-md:basis-full max-md:pt-2', cell: (made) => <UndoImport made={made} /> },
        ]}
      />
    </section>
  )
}
