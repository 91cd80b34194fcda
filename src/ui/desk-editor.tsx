import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { focusMainHeading } from './anchor.ts'
import { Button } from './button.tsx'
import { causeOf } from './desk-cause.ts'
import { DeskCause, FoundWords } from './desk-editor-panels.tsx'
import { WritingTable } from './desk-editor-table.tsx'
import { isSame, type Manuscript, type Saved } from './desk-manuscript.ts'
import { discardFound, type Fields, type Found, findUnsaved } from './desk-unsaved.ts'
import { DeskLoading } from './desk-views.tsx'
import type { Writing } from './desk-writing.ts'

/** What is open: something by its id, or, with null, something new. */
export type Target = { id: string | null }

export type EditorParts<Item extends Saved, F extends Fields> = {
  manuscript: Manuscript<Item, F>
  Form: ComponentType<{ writing: Writing<Item, F> }>
  Preview: ComponentType<{ fields: F; item: Item | null }>
}

type Props<Item extends Saved, F extends Fields> = EditorParts<Item, F> & { target: Target | null; onClose: () => void }

/** The writing table: a native modal dialog as large as the window. Whichever way it is closed, no word is lost. */
export function DeskEditor<Item extends Saved, F extends Fields>({ target, onClose, ...parts }: Props<Item, F>) {
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = target !== null

  useLayoutEffect(() => {
    if (isOpen) return void (dialog.current?.open || dialog.current?.showModal())
    dialog.current?.close()
    // The button that opened it may be gone: an empty list has one of its own.
    if (document.activeElement === document.body) focusMainHeading({ preventScroll: true })
  }, [isOpen])

  useEffect(() => {
    // Notices must be there when the server is not: that is when she needs them.
    import('./toast-region.tsx').catch(() => {})
  }, [])

  const { words } = parts.manuscript
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className="sheet fixed inset-0 h-dvh w-full overflow-hidden bg-ground lg:inset-4 lg:m-auto lg:h-[calc(100dvh-2rem)] lg:w-[calc(100%-2rem)] lg:max-w-[92rem] lg:rounded-paper lg:border lg:border-line lg:shadow-2xl"
    >
      {target && (
        <Opening
          key={target.id}
          {...parts}
          target={target}
          onClose={onClose}
          heading={
            <h2 id={heading} tabIndex={-1} className="title-3 outline-none">
              {target.id === null ? words.new : words.edit}
            </h2>
          }
        />
      )}
    </dialog>
  )
}

type OpeningProps<Item extends Saved, F extends Fields> = EditorParts<Item, F> & {
  target: Target
  onClose: () => void
  heading: ReactNode
}

/** Fetches what is to be written on, as it stands now, and any words that were never saved. */
function Opening<Item extends Saved, F extends Fields>({ target, heading, onClose, ...parts }: OpeningProps<Item, F>) {
  const { manuscript } = parts
  const isNew = target.id === null
  const path = `${manuscript.unsavedPath}/${target.id ?? 'new'}`
  // Never out of the cache: it may have been changed elsewhere since.
  const item = useQuery<Item>({ queryKey: [manuscript.ownerPath, target.id], enabled: !isNew, gcTime: 0 })
  const unsaved = useQuery({ queryKey: ['unsaved', path], queryFn: () => findUnsaved(path), gcTime: 0 })
  const [chosen, setChosen] = useState<{ found: Found | null } | null>(null)

  if (item.isError) {
    return (
      <Aside heading={heading}>
        <DeskCause cause={causeOf(item.error)} />
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => item.refetch()}>Try again</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Aside>
    )
  }
  if ((!isNew && item.isPending) || unsaved.isPending) {
    return (
      <Aside heading={heading}>
        <DeskLoading label="Opening" />
      </Aside>
    )
  }

  const current = item.data ?? null
  const saved = current ? manuscript.fieldsOf(current) : manuscript.blank
  const found = unsaved.data && !isSame({ ...saved, ...unsaved.data.fields }, saved) ? unsaved.data : null
  if (found && !chosen) {
    const discard = () => {
      void discardFound(path, found).catch(() => {})
      setChosen({ found: null })
    }
    return (
      <Aside heading={heading}>
        <FoundWords
          found={found}
          isOutdated={current !== null && found.baseVersion !== current.version}
          noun={manuscript.words.noun}
          onContinue={() => setChosen({ found })}
          onDiscard={discard}
          onClose={onClose}
        />
      </Aside>
    )
  }
  return <WritingTable {...parts} item={current} found={chosen?.found ?? null} heading={heading} onClose={onClose} />
}

/** Anything but the writing itself: one quiet column. */
function Aside({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-2xl px-(--gutter) py-8">
        {heading}
        <div className="py-8">{children}</div>
      </div>
    </div>
  )
}
