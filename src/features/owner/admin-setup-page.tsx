import { DeskPage } from '#ui/desk-page.tsx'

export default function SetupPage() {
  return <DeskPage title="Set up">…</DeskPage>
}
