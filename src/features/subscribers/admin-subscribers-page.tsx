import { DeskPage } from '#ui/desk-page.tsx'

export default function AdminSubscribersPage() {
  return <DeskPage title="Subscribers">…</DeskPage>
}
