import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { cn } from '#ui/cn.ts'
import type { HealthLine } from './contract.ts'
import { HealthLineItem } from './health-line.tsx'
import { overallWords, healthText as text, titles } from './health-text.ts'
import { healthQuery, isWholeIn } from './queries.ts'
import { useLooks } from './use-looks.ts'

/** How the site is, in words. What answers at once is there with the page; the rest comes line by line. */
export default function AdminHealthPage() {
  const isWhole = isWholeIn(new URLSearchParams(useSearch()))
  const { data, error, refetch } = useQuery(healthQuery(isWhole))
  return (
    <DeskPage title={text.title} intro={text.intro}>
      {data && <Lines lines={data.lines} isWhole={isWhole} />}
      {!data && error && (
        <DeskProblem title={text.failed.title} error={error} onRetry={() => refetch()}>
          {text.failed.text}
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label={text.loading} />}
    </DeskPage>
  )
}

function Lines({ lines, isWhole }: { lines: readonly HealthLine[]; isWhole: boolean }) {
  const { underWay, said, lookAgain } = useLooks(lines, isWhole)
  return (
    <>
      <Overall lines={lines} />
      <ul className="mt-8 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <HealthLineItem
            key={line.name}
            line={line}
            isPending={underWay.has(line.name)}
            onLookAgain={() => lookAgain(line.name)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

const edges = {
  well: 'border-success',
  look: 'border-warn',
  wrong: 'border-danger',
  open: 'border-line-strong',
} as const

/** In a sentence, and which lines it is about. */
function Overall({ lines }: { lines: readonly HealthLine[] }) {
  const findings = lines.flatMap(({ finding }) => finding ?? [])
  const isOpen = findings.length < lines.length
  const states = findings.map(({ state }) => state)
  const worst = states.includes('wrong') ? 'wrong' : states.includes('look') ? 'look' : isOpen ? 'open' : 'well'
  const uneasy = (['wrong', 'look'] as const).flatMap((state) =>
    lines.filter(({ finding }) => finding?.state === state),
  )
  return (
    <div className={cn('border-l-2 bg-raised px-5 py-4', edges[worst])}>
      <p role="status" className="font-semibold">
        {isOpen ? text.unsettled : overallWords(findings)}
      </p>
      {uneasy.length > 0 && (
        <ul aria-label={text.uneasy} className="mt-1 flex flex-wrap gap-x-5">
          {uneasy.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="link inline-flex min-h-11 items-center">
                {titles[name]}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <noscript>
          <a href="?look=all" className="link inline-flex min-h-11 items-center">
            {text.all}
          </a>
        </noscript>
      )}
    </div>
  )
}
