import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import { bookForm } from './admin-books-text.ts'

export function BackToBooks() {
  return (
    <Link href={deskPaths.books} className="link inline-flex min-h-11 items-center">
      {bookForm.back}
    </Link>
  )
}
