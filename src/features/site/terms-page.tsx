import { paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import { LegalPageBody } from './legal-page-body.tsx'
import { terms } from './terms-text.ts'

export default function TermsPage() {
  return (
    <>
      <Seo
        title={terms.title}
        description="The terms for using this site: what is yours, what is the author’s, and what the law of Ontario, Canada says about the rest."
        path={paths.terms}
        share="terms-of-service"
      />
      <LegalPageBody text={terms} />
    </>
  )
}
