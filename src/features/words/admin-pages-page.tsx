import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { formatDate } from '#lib/dates.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import type { WordsSummary } from './contract.ts'
import { pagesQuery } from './owner-queries.ts'

export default function PagesPage() {
  const { data, error, refetch } = useQuery(pagesQuery)
  const shown = (kind: WordsSummary['kind']) => data?.filter((words) => words.kind === kind) ?? []
  return (
    <DeskPage
      title="Pages"
      intro="What your pages and the letters the site writes by itself say. Until you say it yourself, the site says something plain."
    >
      {data && (
        <>
          <List title="Pages" sets={shown('page')} />
          <List title="Letters" sets={shown('letter')} />
        </>
      )}
      {!data && error && (
        <DeskProblem title="Your pages did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Loading your pages" />}
    </DeskPage>
  )
}

function List({ title, sets }: { title: string; sets: readonly WordsSummary[] }) {
  return (
    <section className="pb-12">
      <h2 className="title-3">{title}</h2>
      <ul className="mt-4 border-t border-line">
        {sets.map((words) => (
          <li key={words.name} className="relative border-b border-line py-3.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <Link
                href={deskPaths.words(words.name)}
                className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {words.title}
              </Link>
              <span className="small text-muted">{stateOf(words)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ changed, isSample, savedAt }: WordsSummary): string {
  if (changed === 0) return 'The original words'
  if (isSample) return 'The sample’s words'
  return savedAt ? `Yours, saved ${formatDate(savedAt)}` : 'Yours'
}
