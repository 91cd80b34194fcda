import { useId } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { binText, kindWords, stateWords } from './bin-text.ts'
import type { BinItem } from './contract.ts'

type Props = {
  items: readonly BinItem[]
  onRestore: (item: BinItem) => void
  onEnd: (item: BinItem) => void
}

/** Each with what it is, since when it lies here, and until when. */
export function BinList({ items, onRestore, onEnd }: Props) {
  const titles = useId()
  return (
    <DeskTable
      caption={binText.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Title',
          cell: (item) => (
            <>
              <span id={titles + item.id} dir="auto" className="block font-semibold wrap-anywhere">
                {item.title}
              </span>
              <span className="small text-muted">{stateWords(item)}</span>
            </>
          ),
          className: 'md:w-2/5',
        },
        {
          label: 'Kind',
          cell: ({ kind, isSample }) => (
            <span className="flex flex-wrap gap-1.5">
              <DeskBadge>{kindWords[kind]}</DeskBadge>
              {isSample && <DeskBadge>Sample</DeskBadge>}
            </span>
          ),
        },
        { label: 'Deleted', cell: ({ deletedAt }) => <When words="Deleted" at={deletedAt} /> },
        { label: 'Gone for good', cell: ({ goneAt }) => <When words="Gone for good" at={goneAt} /> },
        {
          label: 'Actions',
          cell: (item) => (
            <span
              className="flex gap-4 whitespace-nowrap md:max-lg:flex-col md:max-lg:items-start md:max-lg:gap-0"
              data-needs-script
            >
              <DeskRowButton aria-describedby={titles + item.id} onClick={() => onRestore(item)}>
                Restore
              </DeskRowButton>
              <DeskRowButton aria-describedby={titles + item.id} onClick={() => onEnd(item)}>
                Delete for good
              </DeskRowButton>
            </span>
          ),
          className: 'max-md:basis-full md:w-px md:pr-0!',
        },
      ]}
    />
  )
}

/** Where there is no room for columns, the day says itself what it is. */
function When({ words, at }: { words: string; at: string }) {
  return (
    <span className="small text-muted">
      <span className="md:hidden">{words} </span>
      <DeskTime at={at} isDateOnly />
    </span>
  )
}
