import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

type Column<Row> = { label: string; cell: (row: Row) => ReactNode; className?: string }

export type TableProps<Row> = {
  caption: string
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Rows and columns where there is room, a list of what each row says where there is not. The first cell names the row. */
export function DeskTable<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const [name, ...facts] = columns
  return (
    <table className="block w-full text-left md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="label border-b border-line py-3 pr-6 text-faint">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block border-t border-line md:table-row-group md:border-t-0">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="relative flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line py-4 md:table-row"
          >
            <th scope="row" className={cn('basis-full font-normal md:py-3 md:pr-6 md:align-baseline', name.className)}>
              {name.cell(row)}
            </th>
            {facts.map(({ label, cell, className }) => (
              <td
                key={label}
                className={cn('empty:hidden md:py-3 md:pr-6 md:align-baseline md:empty:table-cell', className)}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
