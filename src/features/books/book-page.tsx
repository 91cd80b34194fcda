import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePageData } from '#ui/page-data.ts'
import { Seo } from '#ui/seo.tsx'
import { BookSeo, BookView } from './book-view.tsx'
import { booksText } from './books-text.ts'
import { bookQuery } from './queries.ts'

export default function BookPage({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  return <BookAt key={slug} slug={slug} />
}

function BookAt({ slug }: { slug: string }) {
  const { data: book, isPending } = usePageData(bookQuery(slug))
  const wasPending = useRef(false)

  useEffect(() => {
    // The page had arrived without its words: now there is a heading to be read aloud.
    if (wasPending.current && !isPending) focusMainHeading({ preventScroll: true })
    wasPending.current = isPending
  }, [isPending])

  if (isPending) return <Loading slug={slug} />
  if (!book) return <Missing slug={slug} />
  return (
    <>
      <BookSeo book={book} />
      <BookView book={book} />
    </>
  )
}

function Loading({ slug }: { slug: string }) {
  return (
    <>
      <Seo title={booksText.heading} description={booksText.heading} path={paths.book(slug)} share="books" isHidden />
      <div aria-busy="true" className="book-page column">
        <span className="sr-only">Loading book</span>
        <div aria-hidden="true" className="skeleton cover">
          <div className="threads h-full opacity-15" />
        </div>
        <div aria-hidden="true" className="skeleton space-y-5">
          <div className="h-3 w-1/4 bg-line" />
          <div className="h-14 w-5/6 bg-line" />
          <div className="h-5 w-2/3 bg-line" />
          <div className="h-12 w-1/2 bg-line" />
        </div>
      </div>
    </>
  )
}

function Missing({ slug }: { slug: string }) {
  const { heading, line, action } = booksText.missing
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
