import { DeskPage } from '#desk/page.tsx'
import { BackToLetters } from './back-to-letters.tsx'
import { LetterForm } from './letter-form.tsx'

export default function NewLetterPage() {
  return (
    <DeskPage title="New Letter" way={<BackToLetters />}>
      <LetterForm opened={null} />
    </DeskPage>
  )
}
