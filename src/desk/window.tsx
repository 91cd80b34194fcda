import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#ui/cn.ts'
import type { TableProps } from './table.tsx'

type Props<Row> = TableProps<Row> & {
  /**
   * `[--columns:…]` where there is room for them, `[--row:…]`, the height every row has, and `[--narrow:…]` for a phone on
   * which not every fact stands on a line of its own
   */
  className: string
}

const beyond = 8
const atFirst = { from: 0, to: 30 }

/**
 * A table of any length: only the rows that can be seen, and a few beyond them, are there at all. Every row is equally
 * high, so that the others can be left out as so much space.
 */
export function DeskWindow<Row>({ caption, columns, rows, keyOf, className }: Props<Row>) {
  const box = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(atFirst)

  const look = useCallback(() => {
    const row = box.current?.querySelector<HTMLElement>('tbody [aria-rowindex]')
    if (!box.current || !row) return
    const from = Math.max(0, Math.floor(box.current.scrollTop / row.offsetHeight) - beyond)
    const to = from + Math.ceil(box.current.clientHeight / row.offsetHeight) + 2 * beyond
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])

  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(look)
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [look])

  const [name, ...facts] = columns
  // Fewer rows than before, by a filter: the window then stands beyond their end.
  const from = Math.min(seen.from, Math.max(0, rows.length - (seen.to - seen.from)))
  const shown = rows.slice(from, seen.to)
  return (
    <section
      ref={box}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by whoever scrolls with keys
      tabIndex={0}
      onScroll={look}
      className="relative max-h-[34rem] overflow-y-auto border border-line bg-raised [contain:content] max-md:max-h-[70svh]"
    >
      <table aria-rowcount={rows.length + 1} className={cn('block w-full text-left', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 block border-b border-line bg-raised max-md:sr-only">
          <tr aria-rowindex={1} className="grid grid-cols-(--columns) gap-x-6 px-4">
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="label py-3 text-faint">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {/* Set by script, never in the server's HTML, whose policy knows no style attribute. */}
        <tbody
          className="block"
          style={{ paddingTop: roomFor(from), paddingBottom: roomFor(rows.length - from - shown.length) }}
        >
          {shown.map((row, index) => (
            <tr
              key={keyOf(row)}
              aria-rowindex={from + index + 2}
              className="grid h-(--row) grid-cols-[var(--narrow,minmax(0,1fr))] content-center items-center gap-x-6 gap-y-1 overflow-hidden border-b border-line px-4 md:grid-cols-(--columns)"
            >
              <th scope="row" className={cn('min-w-0 font-normal', name.className)}>
                {name.cell(row)}
              </th>
              {facts.map(({ label, cell, className: own }) => (
                <td key={label} className={cn('min-w-0', own)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function roomFor(rows: number): string {
  return `calc(var(--row) * ${rows})`
}

/** What names a row of people: their address, cut where there is no room. */
export function DeskAddress({ email }: { email: string }) {
  return (
    <span title={email} className="block truncate font-semibold">
      {email}
    </span>
  )
}
