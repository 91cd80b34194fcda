import { paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { LegalPageBody } from './legal-page-body.tsx'
import { terms } from './terms-text.ts'

export default function TermsPage() {
  const text = terms(useAuthor())
  return (
    <>
      <Seo
        title={text.title}
        description="The terms for using this site: what is yours, what is the author’s, and what the law of Ontario, Canada says about the rest."
        path={paths.terms}
        share="terms-of-service"
      />
      <LegalPageBody text={text} />
    </>
  )
}
