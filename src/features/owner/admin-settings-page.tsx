import { DeskPage } from '#ui/desk-page.tsx'

export default function SettingsPage() {
  return <DeskPage title="Settings">…</DeskPage>
}
