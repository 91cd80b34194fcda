import { DeskPage } from '#ui/desk-page.tsx'

export default function AdminStoriesPage() {
  return <DeskPage title="Stories">…</DeskPage>
}
