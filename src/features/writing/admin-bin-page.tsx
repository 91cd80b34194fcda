import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cause, causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskPage } from '#desk/page.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { offerUndo } from '#desk/undo.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { sendJson } from '#lib/send-json.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { Notice } from '#ui/notice.tsx'
import { BinList } from './bin-list.tsx'
import { binText, kindWords, restoredWords } from './bin-text.ts'
import type { BinItem } from './contract.ts'
import { binQuery } from './queries.ts'

/** What was thrown away, until it is gone: to be taken out again, or ended at once. */
export default function AdminBinPage() {
  const { data, isPending, error, refetch } = useQuery(binQuery)
  const [doomed, setDoomed] = useState<BinItem | null>(null)
  const [said, setSaid] = useState('')
  const { restore, problem } = useRestore()
  const refresh = useRefresh('/api/owner/bin')

  async function end({ kind, id, title }: BinItem) {
    await sendJson('DELETE', `/api/owner/bin/${kind}/${id}`, {})
    await refresh()
    setSaid(`“${title}” is gone for good.`)
  }

  return (
    <DeskPage title={binText.title} intro={binText.intro}>
      <div role="status">
        {problem && <DeskCause cause={problem} failed={binText.notRestored} next="restore it again" />}
        {said && <p className="mb-6 text-muted">{said}</p>}
      </div>
      {isPending ? (
        <DeskLoading label={binText.loading} />
      ) : error ? (
        <DeskProblem title={binText.failed.title} error={error} onRetry={refetch}>
          {binText.failed.text}
        </DeskProblem>
      ) : data.length === 0 ? (
        <Notice title={binText.empty.title}>{binText.empty.text}</Notice>
      ) : (
        <BinList items={data} onRestore={restore} onEnd={setDoomed} />
      )}
      <DeskConfirm
        isOpen={doomed !== null}
        title="Delete it for good?"
        keepLabel="Keep it in the bin"
        actLabel="Delete for good"
        actingLabel="Deleting..."
        isFinal
        onAct={async () => doomed && end(doomed)}
        onClose={() => {
          setDoomed(null)
          // Its row may be gone, and the button that asked with it.
          requestAnimationFrame(() => document.activeElement === document.body && focusMainHeading())
        }}
      >
        {doomed && (
          <p>
            {kindWords[doomed.kind]} “<span dir="auto">{doomed.title}</span>” and every word of it. This cannot be
            undone.
          </p>
        )}
      </DeskConfirm>
    </DeskPage>
  )
}

const callsOf = {
  post: { all: '/api/blog', owner: '/api/owner/blog' },
  story: { all: '/api/short-stories', owner: '/api/owner/short-stories' },
  book: { all: '/api/owner/books', owner: '/api/owner/books' },
  letter: { all: '/api/owner/letters', owner: '/api/owner/letters' },
}

/** Takes one out, and offers to throw it in again. */
function useRestore() {
  const [problem, setProblem] = useState<Cause | null>(null)
  const refreshBin = useRefresh('/api/owner/bin')
  const refreshPosts = useRefresh(callsOf.post.owner)
  const refreshStories = useRefresh(callsOf.story.owner)
  const refreshBooks = useRefresh(callsOf.book.owner)
  const refreshLetters = useRefresh(callsOf.letter.owner)
  const refresh = () => Promise.all([refreshBin(), refreshPosts(), refreshStories(), refreshBooks(), refreshLetters()])

  async function restore(item: BinItem) {
    const { kind, id, title } = item
    setProblem(null)
    try {
      await sendJson('POST', `${callsOf[kind].owner}/${id}/restore`, {})
    } catch (error) {
      return setProblem(causeOf(error))
    }
    await refresh()
    offerUndo(`Restored “${title}”. ${restoredWords(item)}`, async () => {
      await sendJson('DELETE', `${callsOf[kind].all}/${id}`, {})
      await refresh()
    })
  }
  return { restore, problem }
}
