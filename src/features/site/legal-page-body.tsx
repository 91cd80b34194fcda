import { Button } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LegalSections } from './legal-sections.tsx'
import type { LegalText } from './legal-text.ts'

/** A legal page: dates, a table of contents that stays in sight, numbered sections that can be linked and printed. */
export function LegalPageBody({ text }: { text: LegalText }) {
  return (
    <>
      <PageHeading title={text.title}>
        <p className="small">
          Effective <time dateTime="2025-07-26">{text.effective}</time>
          <br />
          Last updated <time dateTime="2025-07-26">{text.lastUpdated}</time>
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
            {text.sections.map(({ id, heading }) => (
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
          <div className="prose">
            {text.intro.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <LegalSections sections={text.sections} />
        </div>
      </div>
    </>
  )
}
