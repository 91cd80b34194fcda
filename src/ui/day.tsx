import { formatMoment } from '#lib/dates.ts'
import { useAuthor } from './site.ts'

/** When something came out: the day it was where the author lives, for every reader. */
export function Day({ at }: { at: string }) {
  const { timeZone } = useAuthor()
  return <time dateTime={at}>{formatMoment(at, timeZone)}</time>
}
