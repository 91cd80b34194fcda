import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DeskPage } from './page.tsx'
import { DeskLoading, DeskProblem, isMissing } from './views.tsx'

type Props<Thing> = {
  query: UseQueryResult<Thing>
  words: {
    title: string
    loading: string
    missing: { title: string; text: string; back: string }
    failed: { title: string; text: string }
  }
  /** the list it is one of */
  list: string
  titleOf: (thing: Thing) => string
  introOf: (thing: Thing) => ReactNode
  actionsOf?: (thing: Thing) => ReactNode
  children: (thing: Thing) => ReactNode
}

/** One thing of a list, on a page of its own: on its way, gone, not opened, or whole. */
export function DeskRecord<Thing>({ query, words, list, titleOf, introOf, actionsOf, children }: Props<Thing>) {
  const { data, error, refetch } = query
  const { missing, failed, title, loading } = words
  return (
    <DeskPage
      title={data ? titleOf(data) : isMissing(error) ? missing.title : title}
      intro={data && introOf(data)}
      actions={data && actionsOf?.(data)}
    >
      {data ? (
        children(data)
      ) : !error ? (
        <DeskLoading label={loading} />
      ) : isMissing(error) ? (
        <Notice title={missing.title} action={<ButtonLink href={list}>{missing.back}</ButtonLink>}>
          {missing.text}
        </Notice>
      ) : (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      )}
    </DeskPage>
  )
}
