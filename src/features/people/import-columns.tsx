import { useState } from 'react'
import { countInWords } from '#desk/words.ts'
import { ImportChoice } from './import-choice.tsx'
import type { ImportColumn, Meaning } from './import-contract.ts'
import { importText, meaningWords } from './import-text.ts'

type Props = {
  columns: readonly ImportColumn[]
  meanings: readonly Meaning[]
  onMeanings: (meanings: Meaning[]) => void
}

/** What each column holds, to be corrected. Those nothing was found in are folded away, and stay where she finds them. */
export function ImportColumns({ columns, meanings, onMeanings }: Props) {
  const [isUsed] = useState(() => meanings.map((meaning) => meaning !== 'none'))
  const choices = columns.map(({ heading, example }, at) => (
    <ImportChoice
      // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place; two may have one heading
      key={at}
      label={
        <>
          <span className="sr-only">Column: </span>
          <bdi>{heading}</bdi>
        </>
      }
      note={example ? `For example: ${example}` : 'Empty in the lines we looked at'}
      value={meanings[at] ?? 'none'}
      options={meaningWords}
      onValue={(meaning) => onMeanings(meanings.map((known, place) => (place === at ? meaning : known)))}
    />
  ))
  const used = choices.filter((_, at) => isUsed[at])
  const others = choices.filter((_, at) => !isUsed[at])
  return (
    <section aria-labelledby="columns">
      <h3 id="columns" className="font-semibold">
        {importText.check.columns}
      </h3>
      <p className="small text-muted">{importText.check.columnsNote}</p>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">{used}</div>
      {others.length > 0 && (
        <details className="mt-3" open={used.length === 0}>
          <summary className="link flex min-h-11 w-fit items-center">
            {countInWords(others.length, 'more column is', 'more columns are')} not used
          </summary>
          <div className="mt-2 grid gap-5 sm:grid-cols-2">{others}</div>
        </details>
      )}
    </section>
  )
}
