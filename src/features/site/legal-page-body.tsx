import type { WordsOf } from '#features/words/contract.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sectionsOf } from './legal-sections.ts'
import type { termsWords } from './legal-words.ts'

/** A legal page: dates, a table of contents that stays in sight, numbered sections that can be linked and printed. */
export function LegalPageBody({ title, words }: { title: string; words: WordsOf<typeof termsWords> }) {
  const { before, sections } = sectionsOf(words.body, 'h2')
  return (
    <>
      <PageHeading title={title}>
        <p className="small">
          Effective <time>{words.effective}</time>
          <br />
          Last updated <time>{words.updated}</time>
        </p>
      </PageHeading>
      <div className="column grid grid-cols-1 gap-10 md:grid-cols-[14rem_1fr] md:gap-16">
        <nav
          aria-label="Contents"
          data-print="off"
          className="md:self-start [@media(min-width:48rem)_and_(min-height:40rem)]:sticky [@media(min-width:48rem)_and_(min-height:40rem)]:top-24 [@media(min-width:48rem)_and_(min-height:40rem)]:max-h-[calc(100vh-8rem)] [@media(min-width:48rem)_and_(min-height:40rem)]:overflow-y-auto"
        >
          <p className="label text-faint">Contents</p>
          <ol className="mt-3 list-decimal pl-8 text-[0.9375rem]/[1.4] text-muted tabular-nums">
            {sections.map(({ id, heading }) => (
              <li key={id} className="pl-1">
                <a href={`#${id}`} className="flex min-h-11 items-center hover:text-ink hover:underline md:min-h-9">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
          <Button variant="secondary" data-needs-script className="mt-6" onClick={() => print()}>
            Print this page
          </Button>
        </nav>
        <div>
          <Prose blocks={before} />
          {sections.map(({ id, heading, blocks }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="-scroll-mt-4 pt-10">
              <h2 id={`${id}-title`} className="title-3 mb-4">
                {index + 1}. {heading}
              </h2>
              <Prose blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
