import { useQuery } from '@tanstack/react-query'
import { deskPaths } from '#lib/desk-paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Read again whenever something is thrown away or taken out. */
export const binKey = ['/api/owner/bin'] as const

/** The way to what was thrown away, and how much that is. */
export function DeskBinLink() {
  const { data } = useQuery<unknown[]>({ queryKey: binKey })
  return (
    <ButtonLink href={deskPaths.bin} variant="quiet" className="-ml-3 no-underline">
      <span className="underline underline-offset-4">Bin</span>{' '}
      {data && <span className="small font-normal text-faint tabular-nums">{data.length}</span>}
    </ButtonLink>
  )
}
