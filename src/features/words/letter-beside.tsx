import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LetterView } from './contract.ts'
import { letterFramePath, letterViewsQuery } from './owner-queries.ts'

type Props = {
  name: string
  /** another number: what is shown is read anew */
  shown: number
}

/**
 * The letter as a mail program shows it, from what is being typed, in a frame where nothing runs and no link leads
 * anywhere; below it the words alone. Nothing of it needs scripts.
 */
export function LetterBeside({ name, shown }: Props) {
  const { data: views = [] } = useQuery({ ...letterViewsQuery(name, shown), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-10">
      {views.map((view, at) => (
        <View
          key={view.label}
          view={view}
          address={`${letterFramePath}?${new URLSearchParams({ name, view: String(at), at: String(shown) })}`}
        />
      ))}
    </div>
  )
}

function View({ view: { label, subject, text, hasHtml }, address }: { view: LetterView; address: string }) {
  return (
    <section aria-label={label || undefined}>
      {label && <h3 className="pb-2 font-semibold">{label}</h3>}
      <dl className="flex gap-x-3 pb-3">
        <dt className="text-muted">Subject</dt>
        <dd className="min-w-0 wrap-anywhere" dir="auto">
          {subject}
        </dd>
      </dl>
      {hasHtml && (
        // Not keyed by its address: it goes on showing the letter before until the next one is there.
        <iframe
          src={address}
          title={label ? `Your letter as it will be: ${label}` : 'Your letter as it will be'}
          sandbox=""
          className="h-144 w-full max-w-[26rem] rounded-paper border border-line bg-raised"
        />
      )}
      <details open={!hasHtml} className="mt-1">
        <summary className="min-h-11 cursor-pointer py-2.5 text-link">The words alone</summary>
        <pre className="small border border-line bg-raised p-4 font-mono wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </details>
    </section>
  )
}
