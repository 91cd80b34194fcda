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
    <>
      <h2 className="label pb-3 text-faint">As it will be</h2>
      {views.map((view, at) => {
        const shownView = <View view={view} address={`${letterFramePath}?${addressOf(name, at, shown)}`} />
        if (!view.label) return <div key={view.label}>{shownView}</div>
        // Two of them are taller than a screen: one is folded away.
        return (
          <details key={view.label} open={at === 0} className="border-t border-line">
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{view.label}</summary>
            {shownView}
          </details>
        )
      })}
    </>
  )
}

function addressOf(name: string, view: number, at: number) {
  return new URLSearchParams({ name, view: String(view), at: String(at) })
}

function View({ view: { label, subject, text, hasHtml }, address }: { view: LetterView; address: string }) {
  const words = (
    <pre className="small border border-line bg-raised p-4 font-mono wrap-anywhere whitespace-pre-wrap">{text}</pre>
  )
  // What she pastes elsewhere herself is words alone, its subject among them.
  if (!hasHtml) return words
  return (
    <>
      <dl className="flex gap-x-3 pb-3">
        <dt className="text-muted">Subject</dt>
        <dd className="min-w-0 wrap-anywhere" dir="auto">
          {subject}
        </dd>
      </dl>
      {/* Not keyed by its address: it goes on showing the letter before until the next one is there. */}
      <iframe
        src={address}
        title={label ? `Your letter as it will be: ${label}` : 'Your letter as it will be'}
        sandbox=""
        className="h-[36rem] w-full border border-line bg-raised"
      />
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer py-2.5 text-link">The words alone</summary>
        {words}
      </details>
    </>
  )
}
