import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem, isMissing } from '#desk/views.tsx'
import { Prose } from '#features/writing/prose-view.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { guidePageFrom } from './contract.ts'
import { guideQuery } from './queries.ts'

/** The owner's guide at her desk: the page of all its pages, or one of them. */
export default function GuidePage({ params }: { params: Record<string, string> }) {
  const { data, error, refetch } = useQuery(guideQuery(guidePageFrom(params)))
  const contents = (
    <Link href={deskPaths.guide} className="link inline-flex min-h-11 items-center">
      The whole guide
    </Link>
  )
  return (
    <DeskPage title={data?.title ?? 'The owner’s guide'} way={params.page ? contents : undefined}>
      {data && (
        <>
          <Prose blocks={data.blocks} className="prose max-w-[72ch]" />
          {params.page && data.next && (
            <p className="mt-12 border-t border-line pt-4">
              Next:{' '}
              <Link href={deskPaths.guidePage(data.next.name)} className="link inline-flex min-h-11 items-center">
                {data.next.title}
              </Link>
            </p>
          )}
        </>
      )}
      {!data && isMissing(error) && (
        <Notice title="The guide has no such page" action={contents}>
          It may have another name by now.
        </Notice>
      )}
      {!data && error && !isMissing(error) && (
        <DeskProblem title="The guide did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Fetching the guide" />}
    </DeskPage>
  )
}
