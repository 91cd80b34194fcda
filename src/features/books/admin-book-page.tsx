import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { BackToBooks } from './back-to-books.tsx'
import { BookForm } from './book-form.tsx'
import { ownerBookQuery } from './owner-queries.ts'

export default function AdminBookPage({ params }: { params: Record<string, string> }) {
  const { data, error, refetch } = useQuery({ ...ownerBookQuery(params.id ?? ''), gcTime: 0 })
  return (
    <DeskPage title={data?.title ?? 'Book'} way={<BackToBooks />}>
      {data ? (
        <BookForm key={data.version} opened={data} />
      ) : error ? (
        <DeskProblem title="This book did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      ) : (
        <DeskLoading label="Loading the book" />
      )}
    </DeskPage>
  )
}
