import { type ReactNode, type RefObject, useId, useState } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskPageOff } from '#desk/page-off.tsx'
import { DeskShelves } from '#desk/shelves.tsx'
import { DeskTable } from '#desk/table.tsx'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { leadsSomewhere, useSite } from '#ui/site.ts'
import type { Saved } from './manuscript.ts'

/** What the list tells of a thing beside its title. */
export type Told = {
  /** where readers find it, once it is published */
  address: string
  isFeatured: boolean
  date: ReactNode
  /** a line under the title, searched too */
  line: string
}

type Row = Saved & Told & { isSample: boolean; hasUnsaved: boolean }

type Props = {
  label: string
  searchLabel: string
  searchRef: RefObject<HTMLInputElement | null>
  items: readonly Row[]
  onEdit: (id: string) => void
  onDelete: (item: Row) => void
}

const shelves = [
  { show: 'all', label: 'All' },
  { show: 'published', label: 'Published' },
  { show: 'draft', label: 'Draft' },
  { show: 'scheduled', label: 'Scheduled' },
] as const

type Shelf = (typeof shelves)[number]['show']

/** Everything she has written, found by its words or by its state. */
export function ManuscriptList({ label, searchLabel, searchRef, items, ...acts }: Props) {
  const [words, setWords] = useState('')
  const [shelf, setShelf] = useState<Shelf>('all')
  const wanted = words.trim().toLowerCase()
  const found = items.filter(({ title, line }) => `${title} ${line}`.toLowerCase().includes(wanted))
  const shown = found.filter(({ state }) => shelf === 'all' || state === shelf)
  return (
    <>
      <DeskShelves
        shelves={shelves.map(({ show, label }) => ({
          show,
          label,
          count: found.filter(({ state }) => show === 'all' || state === show).length,
        }))}
        shelf={shelf}
        onShelf={setShelf}
        searchLabel={searchLabel}
        searchRef={searchRef}
        words={words}
        onWords={setWords}
        count={shown.length}
      />
      {shown.length === 0 ? (
        <p className="border-t border-line py-12 text-center text-muted">Nothing like that is filed here.</p>
      ) : (
        <Rows label={label} rows={shown} {...acts} />
      )}
    </>
  )
}

function Rows({
  label,
  rows,
  onEdit,
  onDelete,
}: Pick<Props, 'label' | 'onEdit' | 'onDelete'> & { rows: readonly Row[] }) {
  const id = useId()
  return (
    <DeskTable
      caption={label}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          label: 'Title',
          cell: (row) => (
            <>
              <span id={id + row.id} dir="auto" className="block font-semibold">
                {row.title}
              </span>
              <span dir="auto" className="small line-clamp-1 text-muted">
                {row.line}
              </span>
            </>
          ),
          className: 'md:w-2/5',
        },
        { label: 'State', cell: (row) => <Badges row={row} /> },
        { label: 'Date', cell: (row) => <span className="small text-muted">{row.date}</span> },
        {
          label: 'Actions',
          cell: (row) => (
            <Actions row={row} titleId={id + row.id} onEdit={() => onEdit(row.id)} onDelete={() => onDelete(row)} />
          ),
          className: 'max-md:basis-full md:w-px md:pr-0!',
        },
      ]}
    />
  )
}

function Badges({ row: { state, isFeatured, isSample, hasUnsaved } }: { row: Row }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {state === 'published' && <DeskBadge variant="success">Published</DeskBadge>}
      {state === 'draft' && <DeskBadge>Draft</DeskBadge>}
      {state === 'scheduled' && <DeskBadge variant="warn">Scheduled</DeskBadge>}
      {isFeatured && <DeskBadge variant="accent">Featured</DeskBadge>}
      {isSample && <DeskBadge>Sample</DeskBadge>}
      {hasUnsaved && <DeskBadge className="border-dashed">Unsaved words</DeskBadge>}
    </span>
  )
}

const actionClass = 'inline-flex min-h-11 items-center px-2 text-link underline underline-offset-4 hover:text-ink'

/** Each is named by its word alone; the row's title says whose it is. Pressing the row anywhere else edits it. */
function Actions({
  row,
  titleId,
  onEdit,
  onDelete,
}: {
  row: Row
  titleId: string
  onEdit: () => void
  onDelete: () => void
}) {
  const isOpen = leadsSomewhere(useSite(), row.address)
  return (
    <span className="-ml-2 flex gap-1 whitespace-nowrap">
      <button
        type="button"
        aria-describedby={titleId}
        onClick={onEdit}
        className={cn(actionClass, 'after:absolute after:inset-0')}
        data-needs-script
      >
        Edit
      </button>
      <button
        type="button"
        aria-describedby={titleId}
        onClick={onDelete}
        className={cn(actionClass, 'relative z-1')}
        data-needs-script
      >
        Delete
      </button>
      {row.state === 'published' && !isOpen && <DeskPageOff className="relative z-1 px-2" />}
      {row.state === 'published' && isOpen && (
        <ExternalLink href={row.address} aria-describedby={titleId} className={cn(actionClass, 'relative z-1')}>
          View
        </ExternalLink>
      )}
    </span>
  )
}
