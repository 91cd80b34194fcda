import { useQueryClient } from '@tanstack/react-query'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { BookSeo, BookView } from './book-view.tsx'
import { booksText } from './books-text.ts'
import type { booksWords } from './books-words.ts'
import { bookQuery } from './queries.ts'

export default function BookPage({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  const book = useQueryClient().getQueryData(bookQuery(slug).queryKey)
  if (!book) return <Missing slug={slug} />
  return (
    <>
      <BookSeo book={book} />
      <BookView book={book} />
    </>
  )
}

function Missing({ slug }: { slug: string }) {
  const { heading, action } = booksText.missing
  const { missing: line } = useWords<typeof booksWords>('books')
  return (
    <>
      <Seo title={heading} description={line} path={paths.book(slug)} share="not-found" isHidden />
      <section className="column section-space">
        <Notice
          title={heading}
          level={1}
          art="moon"
          action={<ButtonLink href={action.href}>{action.label}</ButtonLink>}
        >
          {line}
        </Notice>
      </section>
    </>
  )
}
