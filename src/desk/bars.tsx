import { type ReactNode, useId } from 'react'
import { cn } from '#ui/cn.ts'
import { shortNumber } from './words.ts'

export type BarRow = { key: string; name: ReactNode; figures: readonly number[] }

type Props = {
  title: string
  /** what each row is, and what its figures count; the first figure is the one that is drawn */
  columns: readonly [string, string, ...string[]]
  rows: readonly BarRow[]
  /** said instead of rows */
  none: string
}

const shownAtOnce = 8
/** what has no room on a phone in full */
const longest = 10_000_000

/** Names and how often: the rule below each is as long as its share of the longest. The rest is behind one touch. */
export function DeskBars({ title, columns, rows, none }: Props) {
  const id = useId()
  const more = rows.slice(shownAtOnce)
  const most = Math.max(1, ...rows.map(({ figures: [first = 0] }) => first))
  const table = (part: readonly BarRow[], isRest: boolean) => (
    <Bars title={isRest ? `${title}, the rest` : title} columns={columns} rows={part} most={most} isRest={isRest} />
  )
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="title-3">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="mt-4 border-t border-line pt-4 text-muted">{none}</p>
      ) : (
        table(rows.slice(0, shownAtOnce), false)
      )}
      {more.length > 0 && (
        <details>
          <summary className="link small flex min-h-11 items-center">{more.length} more</summary>
          {table(more, true)}
        </details>
      )}
    </section>
  )
}

/** As wide as figures and the words above them need it, on phones too. */
const figureWidth = 'w-20 md:w-22'

type TableProps = Pick<Props, 'title' | 'columns' | 'rows'> & { most: number; isRest: boolean }

function Bars({ title, columns: [what, ...counts], rows, most, isRest }: TableProps) {
  return (
    <table className="mt-3 w-full table-fixed text-left">
      <caption className="sr-only">{title}</caption>
      <thead className={isRest ? 'sr-only' : undefined}>
        <tr className="label text-faint">
          <th scope="col" className="py-1 font-medium">
            {what}
          </th>
          {counts.map((count) => (
            <th key={count} scope="col" className={cn(figureWidth, 'py-1 text-right font-medium')}>
              {count}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <Row key={key} name={name} figures={figures} share={(figures[0] ?? 0) / most} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ name, figures, share }: Pick<BarRow, 'name' | 'figures'> & { share: number }) {
  return (
    <tr className="relative">
      <th scope="row" className="pt-2.5 pb-3 pr-3 font-normal wrap-anywhere">
        {name}
        <DeskRule share={share} className="absolute inset-x-0 bottom-0" />
      </th>
      {figures.map((figure, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
          key={index}
          className={cn(
            'pt-2.5 pb-3 text-right align-top tabular-nums max-md:text-[0.9375rem]',
            index === 0 ? 'font-semibold' : 'text-muted',
          )}
        >
          {figure < longest ? figure.toLocaleString('en-CA') : shortNumber(figure)}
        </td>
      ))}
    </tr>
  )
}

/** A rule of which a part is inked. */
export function DeskRule({ share, className }: { share: number; className?: string }) {
  return (
    <svg aria-hidden="true" width="100%" height="3" className={className}>
      <rect y="2" width="100%" height="1" className="fill-line forced-colors:fill-[GrayText]" />
      <rect
        width={`${Math.round(Math.min(1, share) * 1_000) / 10}%`}
        height="3"
        className="fill-veil forced-colors:fill-[CanvasText]"
        opacity=".75"
      />
    </svg>
  )
}
