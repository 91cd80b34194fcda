const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** By her own clock, so never while the server renders: '14:02', or '3 May, 14:02' when it was another day. */
export function clockOf(at: string, now = new Date()): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === now.toDateString()
  return isToday ? clock.format(moment) : `${day.format(moment)}, ${clock.format(moment)}`
}

/** 'Friday, 15 January 2027' */
export function longDayOf(moment: Date): string {
  return `${weekday.format(moment)}, ${longDay.format(moment)}`
}

/** 'Friday, 15 January 2027 at 09:00' */
export function longMomentOf(moment: Date): string {
  return `${longDayOf(moment)} at ${clock.format(moment)}`
}
