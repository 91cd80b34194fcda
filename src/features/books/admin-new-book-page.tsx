import { DeskPage } from '#desk/page.tsx'
import { BackToBooks } from './back-to-books.tsx'
import { BookForm } from './book-form.tsx'

export default function NewBookPage() {
  return (
    <DeskPage title="New Book" way={<BackToBooks />}>
      <BookForm opened={null} />
    </DeskPage>
  )
}
