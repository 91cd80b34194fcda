import { DeskPage } from '#ui/desk-page.tsx'

export default function AdminMessagesPage() {
  return <DeskPage title="Messages">…</DeskPage>
}
