import { DeskPage } from '#desk/page.tsx'
import { BackToLetters } from './back-to-letters.tsx'
import { Beginnings } from './beginnings.tsx'
import { LetterForm } from './letter-form.tsx'

export default function NewLetterPage() {
  return (
    <DeskPage title="New Letter" way={<BackToLetters />}>
      <Beginnings />
      <LetterForm opened={null} />
    </DeskPage>
  )
}
