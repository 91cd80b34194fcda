import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { focusMainHeading } from '#ui/anchor.ts'
import { Button } from '#ui/button.tsx'
import { fetchEditor } from './content-field.tsx'
import { FoundWords } from './editor-panels.tsx'
import { WritingTable } from './editor-table.tsx'
import { isSame, type Manuscript, type Saved } from './manuscript.ts'
import { bringBack, discardFound, type Found, findUnsaved, type WrittenFields } from './unsaved.ts'
import { dismissKeptNotice, type Writing } from './writing.ts'

/** What is open: something by its id, or, with null, something new. */
export type Target = { id: string | null }

export type EditorParts<Item extends Saved, F extends WrittenFields> = {
  manuscript: Manuscript<Item, F>
  /** when readers see it */
  Publishing: ComponentType<{ writing: Writing<Item, F> }>
  /** the fields she seldom needs */
  Details: ComponentType<{ writing: Writing<Item, F> }>
  Preview: ComponentType<{ fields: F; item: Item | null }>
}

type Props<Item extends Saved, F extends WrittenFields> = EditorParts<Item, F> & {
  target: Target | null
  onClose: () => void
}

/** The writing table: a native modal dialog as large as the window. Whichever way it is closed, no word is lost. */
export function DeskEditor<Item extends Saved, F extends WrittenFields>({ target, onClose, ...parts }: Props<Item, F>) {
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = target !== null

  useLayoutEffect(() => {
    if (isOpen) {
      dismissKeptNotice()
      return void (dialog.current?.open || dialog.current?.showModal())
    }
    dialog.current?.close()
    // The button that opened it may be gone: an empty list has one of its own.
    if (document.activeElement === document.body) focusMainHeading({ preventScroll: true })
  }, [isOpen])

  useEffect(() => {
    // Notices must be there when the server is not: that is when she needs them.
    import('#ui/toast-region.tsx').catch(() => {})
    void fetchEditor()
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

type OpeningProps<Item extends Saved, F extends WrittenFields> = EditorParts<Item, F> & {
  target: Target
  onClose: () => void
  heading: ReactNode
}

/** First what is to be written on, as it stands now; then the choice about words that were never saved; then the table. */
function Opening<Item extends Saved, F extends WrittenFields>({
  target,
  heading,
  onClose,
  ...parts
}: OpeningProps<Item, F>) {
  const { manuscript } = parts
  const path = `${manuscript.unsavedPath}/${target.id ?? 'new'}`
  const { item, found, isReady, error, retry } = useOpening(manuscript, target.id, path)
  const [chosen, setChosen] = useState<{ found: Found | null } | null>(null)
  const hasEditor = useEditorAtHand()

  const queryClient = useQueryClient()

  const discard = (words: Found) => {
    void discardFound(path, words)
    setChosen({ found: null })
    offerUndo('Discarded the unsaved words.', async () => {
      await bringBack(path, words)
      await queryClient.invalidateQueries({ queryKey: ['unsaved', path] })
      await queryClient.invalidateQueries({ queryKey: [manuscript.unsavedPath], exact: true })
      setChosen(null)
    })
  }

  if (error) {
    return (
      <Aside heading={heading}>
        <DeskCause cause={causeOf(error)} />
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={retry}>Try again</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Aside>
    )
  }
  if (!isReady || !hasEditor) {
    return (
      <Aside heading={heading}>
        <DeskLoading label="Opening" />
      </Aside>
    )
  }
  if (found && !chosen) {
    return (
      <Aside heading={heading}>
        <FoundWords
          found={found}
          isOutdated={item !== null && found.baseVersion !== item.version}
          noun={manuscript.words.noun}
          onContinue={() => setChosen({ found })}
          onDiscard={() => discard(found)}
          onClose={onClose}
        />
      </Aside>
    )
  }
  return <WritingTable {...parts} item={item} found={chosen?.found ?? null} heading={heading} onClose={onClose} />
}

/** The editor, or the knowledge that it cannot be had. */
function useEditorAtHand(): boolean {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    void fetchEditor().then(() => setIsThere(true))
  }, [])
  return isThere
}

/** Fetches it, and looks for unsaved words that say something else. */
function useOpening<Item extends Saved, F extends WrittenFields>(
  { ownerPath, blank, fieldsOf }: Manuscript<Item, F>,
  id: string | null,
  path: string,
) {
  // Never out of the cache: it may have been changed elsewhere since.
  const item = useQuery<Item>({ queryKey: [ownerPath, id], enabled: id !== null, gcTime: 0 })
  const { data: unsaved, isPending } = useQuery({
    queryKey: ['unsaved', path],
    queryFn: () => findUnsaved(path),
    gcTime: 0,
  })
  const saved = item.data ? fieldsOf(item.data) : blank
  const isReady = !isPending && (id === null || item.isSuccess)
  const isOldNews = isReady && unsaved != null && isSame({ ...saved, ...unsaved.fields }, saved)

  useEffect(() => {
    // They say what is saved already: whoever saved it could not clear them away.
    if (isOldNews) void discardFound(path, unsaved)
  }, [isOldNews, path, unsaved])

  return {
    item: item.data ?? null,
    found: isReady && !isOldNews ? (unsaved ?? null) : null,
    isReady,
    error: item.error,
    retry: () => item.refetch(),
  }
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
