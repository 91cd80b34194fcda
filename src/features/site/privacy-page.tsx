import { paths } from '#lib/paths.ts'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { LegalPageBody } from './legal-page-body.tsx'
import { privacy } from './privacy-text.ts'

export default function PrivacyPage() {
  const text = privacy(useAuthor())
  return (
    <>
      <Seo
        title={text.title}
        description="What this site keeps about you, why, for how long, and how to have it corrected or erased."
        path={paths.privacy}
        share="privacy-policy"
      />
      <LegalPageBody text={text} />
    </>
  )
}
