import { deskPaths } from '#lib/desk-paths.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'

/** In place of a way to what no reader can open: the room where its page is turned on again. */
export function DeskPageOff({ className }: { className?: string }) {
  return (
    <Link
      href={deskPaths.site}
      className={cn('small inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline', className)}
    >
      Page is off
    </Link>
  )
}
