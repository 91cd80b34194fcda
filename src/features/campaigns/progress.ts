import type { Campaign, Delivery } from './contract.ts'

export function isUnderWay(campaign: Campaign | null | undefined): campaign is Campaign {
  return campaign != null && ['holding', 'sending', 'paused'].includes(campaign.state)
}

/** What a letter is called, on the screen and in the file. What waits goes out yet; what was stopped never will. */
export const stateLabels: Record<Delivery['state'], string> = {
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Uncertain',
  skipped: 'Left out',
  stopped: 'Not sent',
  kept: 'Kept',
  bounced: 'Bounced',
  complained: 'Complained',
  waiting: 'Waiting',
}

/** Whether anybody has a letter of it, or may have. */
export function hasLeft({ sent, unknown, bounced, complained }: Campaign): boolean {
  return sent + unknown + bounced + complained > 0
}

/** Nobody got one, because she stopped it first. Some may have been tried, and refused. */
export function isTakenBack(campaign: Campaign): boolean {
  const { state, finishedAt, stopped, kept, pending } = campaign
  // Where all had been refused before she stopped it, none was left to be stopped.
  const wasStopped = state === 'stopped' || stopped > 0
  return finishedAt !== null && wasStopped && kept + pending === 0 && !hasLeft(campaign)
}

const number = (count: number) => count.toLocaleString('en-CA')

/** “412 of 1,284 sent · 3 failed · 1 uncertain · about 4 min left”, and only what there is to tell. */
export function progressWords(campaign: Campaign, secondsLeft: number | null): string {
  const { total, sent, failed, unknown, skipped, bounced, complained, putOff, slow } = campaign
  return [
    `${number(sent)} of ${number(total)} sent`,
    failed > 0 && `${number(failed)} failed`,
    unknown > 0 && `${number(unknown)} uncertain`,
    bounced > 0 && `${number(bounced)} bounced`,
    complained > 0 && `${number(complained)} complained`,
    skipped > 0 && `${number(skipped)} left out`,
    putOff > 0 && `${number(putOff)} to be tried again`,
    slow && !slow.nextAt && shareWords(slow.today),
    secondsLeft !== null && timeWords(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What begins slowly takes days: minutes would be of today’s share alone. */
export function shareWords(today: number): string {
  return `${number(today)} today, the rest on the days after`
}

function timeWords(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}

export type Seen = { at: number; pending: number }
const longEnough = 10_000

/** By how fast it really goes, once that has been watched for a while; before that, by how fast it may go. */
export function secondsLeft(
  { state, pending, putOff, trouble, slow, secondsLeft: atBest }: Campaign,
  since: Seen,
  now: number,
): number | null {
  // Nobody knows how long a server will be away, or a mailbox full.
  if (state !== 'sending' || trouble !== null || putOff === pending || slow) return null
  const [elapsed, done] = [now - since.at, since.pending - pending]
  return elapsed < longEnough || done <= 0 ? atBest : Math.ceil((pending * elapsed) / done / 1_000)
}

/** How far it is, in steps of ten: often enough to be read aloud. */
export function tenthsDone({ total, pending }: Campaign): number {
  return total === 0 ? 10 : Math.floor(((total - pending) / total) * 10)
}
