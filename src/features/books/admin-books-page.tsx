import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOnceEach } from '#desk/call.ts'
import { type Cause, causeOf } from '#desk/cause.ts'
import { DeskCause } from '#desk/cause-notice.tsx'
import { DeskPage } from '#desk/page.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { BegunBefore } from '#features/writing/begun-before.tsx'
import { binKey, DeskBinLink } from '#features/writing/bin-link.tsx'
import { DeskSamples } from '#features/writing/samples-notice.tsx'
import { useUnsavedPlaces } from '#features/writing/unsaved-places.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { booksRoom } from './admin-books-text.ts'
import type { ListedBook, OwnerShelf } from './contract.ts'
import { ImportBooks } from './import-books.tsx'
import { ownerBooksQuery, ownerShelvesQuery } from './owner-queries.ts'
import { RolesPanel } from './roles-panel.tsx'
import { ShelfList } from './shelf-list.tsx'
import { afterOrders, tellOrder } from './shelf-order.ts'

const ownerPath = '/api/owner/books'

export default function AdminBooksPage() {
  const books = useQuery(ownerBooksQuery)
  const shelves = useQuery(ownerShelvesQuery)
  const unsaved = useUnsavedPlaces('book')
  const [, navigate] = useLocation()
  const { remove, arrange, refresh, problem } = useShelves()
  const begin = () => navigate(deskPaths.newBook)
  const error = books.error ?? shelves.error
  const samples = books.data?.filter(({ isSample }) => isSample) ?? []
  return (
    <DeskPage
      title={booksRoom.title}
      intro={booksRoom.intro}
      actions={
        <>
          <DeskBinLink />
          <Button onClick={begin} data-needs-script>
            {booksRoom.new}
          </Button>
        </>
      }
    >
      {problem && (
        <div role="status" className="mb-6">
          <DeskCause cause={problem} failed={booksRoom.notDone} next="try it again" />
        </div>
      )}
      {error ? (
        <DeskProblem title={booksRoom.failed} error={error} onRetry={refresh}>
          They are still there. The way to them was not.
        </DeskProblem>
      ) : !books.data || !shelves.data ? (
        <DeskLoading label={booksRoom.loading} />
      ) : (
        <>
          {unsaved.includes('new') && (
            <BegunBefore noun="book">
              <Link href={deskPaths.newBook} className="link inline-flex min-h-11 items-center">
                Go on with it
              </Link>
            </BegunBefore>
          )}
          {samples.length > 0 && (
            <DeskSamples
              kind="book"
              ownerPath={ownerPath}
              words={booksRoom.samples}
              samples={samples}
              ownCount={books.data.length - samples.length}
              onChange={refresh}
            />
          )}
          {books.data.length === 0 ? (
            <Notice
              title="Nothing on the shelf yet."
              action={
                <Button onClick={begin} data-needs-script>
                  {booksRoom.first}
                </Button>
              }
            >
              {booksRoom.none}
            </Notice>
          ) : (
            <>
              <ShelfList
                books={books.data}
                shelves={shelves.data.shelves}
                roles={shelves.data.roles}
                unsaved={unsaved}
                onRemove={remove}
                onArrange={arrange}
                onChange={refresh}
              />
              <RolesPanel books={books.data} roles={shelves.data.roles} onChange={refresh} />
            </>
          )}
          <ImportBooks known={books.data} onAdded={refresh} />
        </>
      )}
    </DeskPage>
  )
}

/** What is done to books on their shelves, each with a way back or a word of why not. */
function useShelves() {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<Cause | null>(null)
  const refresh = async () => {
    await afterOrders()
    const keys = [ownerBooksQuery.queryKey, ownerShelvesQuery.queryKey, binKey, ['/api/owner/free-book']]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })))
  }
  const onceEach = useOnceEach()
  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(causeOf(error))
      await refresh()
    }
  }

  async function remove({ id, title }: ListedBook) {
    const { leaves = [] } = (await sendJson('DELETE', `${ownerPath}/${id}`, {})) as { leaves?: string[] }
    await refresh()
    offerUndo([`Deleted “${title}”. It stays in the bin for 30 days.`, ...leaves].join(' '), async () => {
      await sendJson('POST', `${ownerPath}/${id}/restore`, {})
      await refresh()
    })
  }

  return {
    problem,
    refresh,
    remove: (book: ListedBook) => onceEach(book.id, () => attempt(() => remove(book))),
    /** Shown at once; refused, it stands as it was. */
    arrange: (shelves: OwnerShelf[]) => {
      queryClient.setQueryData(ownerShelvesQuery.queryKey, (known) => known && { ...known, shelves })
      return attempt(async () => {
        const shown = await tellOrder(shelves)
        if (shown) queryClient.setQueryData(ownerShelvesQuery.queryKey, shown)
      })
    },
  }
}
