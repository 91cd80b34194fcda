import { DeskPage } from '#ui/desk-page.tsx'

export default function SignInPage() {
  return <DeskPage title="Sign in">…</DeskPage>
}
