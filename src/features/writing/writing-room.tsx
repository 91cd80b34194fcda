import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOnceEach } from '#desk/call.ts'
import { type Cause, causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { DeskPage } from '#desk/page.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { afterTurn } from '#lib/in-turn.ts'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { BegunBefore } from './begun-before.tsx'
import { binKey, DeskBinLink } from './bin-link.tsx'
import { DeskEditor, type EditorParts, type Target } from './editor.tsx'
import type { Manuscript, Saved } from './manuscript.ts'
import { ManuscriptList, type Told } from './manuscript-list.tsx'
import { DeskSamples, type SampleWords } from './samples-notice.tsx'
import type { WrittenFields } from './unsaved.ts'

type Listed = Saved & { isSample: boolean }

type Props<Item extends Listed, F extends WrittenFields> = {
  words: {
    title: string
    first: string
    none: string
    loading: string
    failed: string
    search: string
    notDeleted: string
    samples: SampleWords
  }
  way?: ReactNode
  /** stands above everything in it */
  before?: ReactNode
  query: UseQueryResult<Item[]>
  editor: EditorParts<Item, F>
  tell: (item: Item) => Told
}

/** A room where things are written: all of them in a list, and the writing table. */
export function DeskManuscripts<Item extends Listed, F extends WrittenFields>({
  words,
  way,
  before,
  query,
  editor,
  tell,
}: Props<Item, F>) {
  const { manuscript } = editor
  const { data, isPending, error, refetch } = query
  const [target, setTarget] = useState<Target | null>(null)
  const unsaved = useUnsaved(manuscript)
  const { discard, problem } = useDiscard(manuscript)
  const search = useRef<HTMLInputElement>(null)
  const samples = data?.filter(({ isSample }) => isSample) ?? []
  const begin = () => setTarget({ id: null })
  useKeys({ n: begin, '/': () => search.current?.focus() })

  const close = () => {
    if (target) void unsaved.refreshAfter(target)
    setTarget(null)
  }

  return (
    <DeskPage
      title={words.title}
      way={way}
      actions={
        <>
          <DeskBinLink />
          <Button onClick={begin} data-needs-script aria-keyshortcuts="n">
            {manuscript.words.new}
          </Button>
        </>
      }
    >
      {before}
      {problem && (
        <div role="status" className="mb-6">
          <DeskCause cause={problem} failed={words.notDeleted} next="delete it again" />
        </div>
      )}
      {isPending ? (
        <DeskLoading label={words.loading} />
      ) : error ? (
        <DeskProblem title={words.failed} error={error} onRetry={refetch}>
          They are still there. The way to them was not.
        </DeskProblem>
      ) : (
        <>
          {unsaved.times.new && (
            <BegunBefore noun={manuscript.words.noun}>
              <Button variant="quiet" onClick={begin} className="-mx-3" data-needs-script>
                Go on with it
              </Button>
            </BegunBefore>
          )}
          {samples.length > 0 && (
            <DeskSamples
              kind={manuscript.words.noun}
              ownerPath={manuscript.ownerPath}
              words={words.samples}
              samples={samples}
              ownCount={data.length - samples.length}
            />
          )}
          {data.length === 0 ? (
            <Notice
              title="Nothing filed yet."
              action={
                <Button onClick={begin} data-needs-script>
                  {words.first}
                </Button>
              }
            >
              {words.none}
            </Notice>
          ) : (
            <ManuscriptList
              label={words.title}
              searchLabel={words.search}
              searchRef={search}
              items={data.map((item) => ({ ...item, ...tell(item), hasUnsaved: item.id in unsaved.times }))}
              onEdit={(id) => setTarget({ id })}
              onDelete={discard}
            />
          )}
        </>
      )}
      <DeskEditor {...editor} target={target} onClose={close} />
    </DeskPage>
  )
}

/** Which of them have unsaved words, and since when. */
function useUnsaved({ unsavedPath }: { unsavedPath: string }) {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery<{ itemId: string; savedAt: string }[]>({ queryKey: [unsavedPath] })
  const times: Record<string, string> = Object.fromEntries(data.map(({ itemId, savedAt }) => [itemId, savedAt]))
  const refreshAfter = async ({ id }: Target) => {
    await afterTurn(`${unsavedPath}/${id ?? 'new'}`)
    await queryClient.invalidateQueries({ queryKey: [unsavedPath], exact: true })
  }
  return { times, refreshAfter }
}

/** Throws one away, and offers to take it out again. */
function useDiscard<Item extends Saved, F extends WrittenFields>({ path, ownerPath }: Manuscript<Item, F>) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<Cause | null>(null)
  const onceEach = useOnceEach()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [ownerPath], exact: true }),
      queryClient.invalidateQueries({ queryKey: binKey }),
    ])

  const discard = (item: { id: string; title: string }) => onceEach(item.id, () => send(item))

  async function send({ id, title }: { id: string; title: string }) {
    setProblem(null)
    try {
      await sendJson('DELETE', `${path}/${id}`, {})
    } catch (error) {
      return setProblem(causeOf(error))
    }
    await refresh()
    offerUndo(`Deleted “${title}”. It stays in the bin for 30 days.`, async () => {
      await sendJson('POST', `${ownerPath}/${id}/restore`, {})
      await refresh()
    })
  }
  return { discard, problem }
}

/** Single keys, for whoever is not writing just now. */
function useKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      const isWriting = isInField || document.querySelector('dialog:modal') !== null
      const act = latest.current[event.key]
      if (!act || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
