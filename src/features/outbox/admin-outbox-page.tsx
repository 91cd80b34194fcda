import { DeskPage } from '#ui/desk-page.tsx'

export default function AdminOutboxPage() {
  return <DeskPage title="Outbox">…</DeskPage>
}
