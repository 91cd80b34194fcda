import { useIsAwake } from '#ui/awake.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

/**
 * A moment, by the clock of whoever looks: first by UTC, as the server wrote it, then by her own. Spelled by hand, for
 * two engines may spell the same date differently, and a page must not change its mind while it wakes up.
 */
export function DeskTime({ at, isDateOnly = false }: { at: string; isDateOnly?: boolean }) {
  const isAwake = useIsAwake()
  const time = new Date(at)
  // Moved by her distance from UTC, its UTC parts are her local ones.
  const local = isAwake ? new Date(time.getTime() - time.getTimezoneOffset() * 60_000) : time
  const date = `${months[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()}`
  const clock = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}${isAwake ? '' : ' UTC'}`
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {isDateOnly ? date : `${date}, ${clock}`}
    </time>
  )
}
