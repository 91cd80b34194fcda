import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DeskPage } from '#desk/page.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { scrollToAnchor } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { PeopleImport } from './import-contract.ts'
import { EarlierImports } from './import-earlier.tsx'
import { NewImport } from './import-new.tsx'
import { AddOnePerson } from './import-one.tsx'
import { ImportResult, resultAnchor } from './import-result.tsx'
import { importText } from './import-text.ts'
import { importsQuery, peopleAddress } from './queries.ts'

const lookEvery = 1_000
const isRunning = ({ state }: PeopleImport) => state === 'running'

/** Readers from elsewhere: the file, what was understood of it, and what came of it, with the way back. */
export default function AdminImportPage() {
  const { data, error, refetch } = useQuery({
    ...importsQuery,
    refetchInterval: ({ state: { data } }) => (data?.imports.some(isRunning) ? lookEvery : false),
  })
  const { title, intro, back, loading, failed } = importText
  return (
    <DeskPage
      title={title}
      intro={<p>{intro}</p>}
      actions={
        <ButtonLink href={deskPaths.subscribers} variant="secondary">
          {back}
        </ButtonLink>
      }
    >
      {data ? (
        <Room imports={data.imports} isSilent={error !== null} />
      ) : error ? (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      ) : (
        <DeskLoading label={loading} />
      )}
    </DeskPage>
  )
}

function Room({ imports, isSilent }: { imports: readonly PeopleImport[]; isSilent: boolean }) {
  const queryClient = useQueryClient()
  const [begun, setBegun] = useState(0)
  const [shownId, setShownId] = useState<string | null>(null)
  const running = imports.find(isRunning)
  // Also one that was begun before a reload, or in another window; it stays in sight when it is done.
  if (running && running.id !== shownId) setShownId(running.id)
  const shown = imports.find(({ id }) => id === shownId)
  useFreshPeople(imports)

  function show(started: PeopleImport) {
    queryClient.setQueryData(importsQuery.queryKey, { imports: [started, ...imports] })
    setShownId(started.id)
    setBegun(begun + 1)
    scrollToAnchor(resultAnchor, { isOnPage: true })
  }
  return (
    <div className="divide-y divide-line">
      <NewImport key={begun} onStarted={show} />
      {shown && <ImportResult shown={shown} isSilent={isSilent} />}
      <EarlierImports imports={imports.filter(({ id }) => id !== shownId)} />
      <AddOnePerson />
    </div>
  )
}

/** Lists of people that were read before an import ended, or was undone, are read again. */
function useFreshPeople(imports: readonly PeopleImport[]) {
  const refresh = useRefresh(peopleAddress)
  const mark = imports.map(({ id, state }) => `${id} ${state}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about what became of them, and nothing else
  useEffect(() => void refresh(), [mark])
}
