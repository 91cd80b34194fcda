import { countInWords } from '#desk/words.ts'
import { type Counts, fates, type ImportCheck } from './import-contract.ts'
import { fateWords, importText } from './import-text.ts'

type Props = { counts: Counts; examples?: ImportCheck['examples'] }

/** What becomes of everybody else in the file: how many, what it means for them, and a few with their line. */
export function ImportFates({ counts, examples = {} }: Props) {
  const some = fates.filter((fate) => fate !== 'joins').filter((fate) => counts[fate] > 0)
  if (some.length === 0) return null
  return (
    <>
      <h3 className="mb-3 font-semibold">{importText.others}</h3>
      <ul className="border-t border-line">
        {some.map((fate) => {
          const { one, many, what } = fateWords[fate]
          const words = countInWords(counts[fate], one, many)
          return (
            <li key={fate} className="border-b border-line py-3">
              <p className="font-semibold tabular-nums">{words}</p>
              <p className="small text-muted">{what}</p>
              <Examples words={words} people={examples[fate] ?? []} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

type ExamplesProps = { words: string; people: Required<ImportCheck['examples']>['left'] }

function Examples({ words, people }: ExamplesProps) {
  if (people.length === 0) return null
  return (
    <details>
      <summary className="link small flex min-h-11 w-fit items-center">
        Some of them<span className="sr-only">: {words}</span>
      </summary>
      <ul className="small space-y-2 border-l-2 border-line pl-4">
        {people.map(({ line, email, why }) => (
          <li key={line} className="wrap-anywhere">
            <span className="text-muted">Line {line.toLocaleString('en-CA')}:</span> {email || 'nothing'}
            {why && <span className="block text-muted">{why}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
