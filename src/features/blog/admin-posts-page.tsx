import { DeskPage } from '#ui/desk-page.tsx'

export default function AdminPostsPage() {
  return <DeskPage title="Posts">…</DeskPage>
}
