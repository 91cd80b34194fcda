import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import { LegalPageBody } from './legal-page-body.tsx'
import type { privacyWords } from './legal-words.ts'

export default function PrivacyPage() {
  const words = useWords<typeof privacyWords>('privacy')
  return (
    <>
      <Seo
        title="Privacy Policy"
        description="What this site keeps about you, why, for how long, and how to have it corrected or erased."
        path={paths.privacy}
        share="privacy-policy"
      />
      <LegalPageBody title="Privacy Policy" words={words} />
    </>
  )
}
