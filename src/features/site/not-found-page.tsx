import { useLocation } from 'wouter'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Seo } from '#ui/seo.tsx'
import type { notFoundWords } from './not-found-words.ts'

export default function NotFoundPage() {
  const [path] = useLocation()
  const words = useWords<typeof notFoundWords>('not-found')
  return (
    <>
      <Seo title="404 Page Not Found" description={words.text} path={path} share="not-found" isHidden />
      <section className="-mt-18 overflow-hidden">
        <div aria-hidden="true" className="fade-sides">
          <div className="door h-[min(60svh,34rem)]" />
        </div>
        <div className="column flex flex-col items-center pt-10 text-center">
          <h1 className="title-1">404 Page Not Found</h1>
          <p className="lead mt-4 text-muted">{words.text}</p>
          <div className="mt-8 w-full max-w-lg border border-line bg-sunken px-5 py-4 text-left text-[0.9375rem]">
            <p className="label text-faint">For the developer</p>
            <p className="mt-2">Did you forget to add the page to the router?</p>
            <code className="mt-1 block font-mono text-[0.875rem] break-all text-muted">{path}</code>
          </div>
          <div className="mt-8 flex flex-wrap justify-center gap-4">
            <ButtonLink href={paths.home}>Home</ButtonLink>
            <ButtonLink href={paths.books} variant="secondary">
              Books
            </ButtonLink>
            <ButtonLink href={paths.shortStories} variant="secondary">
              {words.stories}
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  )
}
