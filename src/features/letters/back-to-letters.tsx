import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'

export function BackToLetters() {
  return (
    <Link href={deskPaths.letters} className="link inline-flex min-h-11 items-center">
      All letters
    </Link>
  )
}
