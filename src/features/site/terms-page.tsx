import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import { LegalPageBody } from './legal-page-body.tsx'
import type { termsWords } from './legal-words.ts'

export default function TermsPage() {
  const words = useWords<typeof termsWords>('terms')
  return (
    <>
      <Seo
        title="Terms of Service"
        description="The terms for using this site: what is yours, what is the author’s, and which law speaks for the rest."
        path={paths.terms}
        share="terms-of-service"
      />
      <LegalPageBody title="Terms of Service" words={words} />
    </>
  )
}
