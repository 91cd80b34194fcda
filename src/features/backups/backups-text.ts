import { countInWords, sizeInWords } from '#desk/words.ts'
import { type BackupState, shortestPassphrase } from './contract.ts'

/** The words about the copies of the whole site. */
export const backupsText = {
  title: 'Backups',
  intro: 'A copy of the whole site, made by itself every night. With one of them, everything here can be brought back.',
  loading: 'Loading the backups',
  unread: 'The backups did not open. Those that were made are still there.',
  outdated: 'What stands here may be out of date.',
  none: 'None has been made yet. The first is made tonight, or now.',
  start: { label: 'Back up now', pending: 'Backing up...', failed: 'Failed to start the backup' },
  progress: 'How much of the backup is made',
  leave: 'It goes on by itself, also when you leave this page.',
  cutShort:
    'It was not made: another one was under way, or the site was started anew. The earlier ones stay. Please try again.',
  retention: 'What is kept: one for each of the last 7 days, 4 weeks and 12 months.',
  kept: 'Kept backups',
} as const

export const downloadText = {
  title: 'Download this backup?',
  password: { label: 'Your password', hint: 'Once more, to be sure that it is you.' },
  why: 'A backup holds the key to your readers’ data. So this copy is sealed before it leaves the machine.',
  passphrase: {
    label: 'Passphrase for this copy',
    hint: `At least ${shortestPassphrase} characters. Without it nobody can open the copy, not even you: write it down where your passwords are.`,
  },
  sealed: 'It is sealed with the backup passphrase from the server’s settings, and opens with nothing else.',
  comfort: 'Nothing was downloaded. What you typed is still here.',
  begun: { title: 'The download has begun', description: 'Keep it somewhere else than on this machine.' },
} as const

/** Backups grow larger than anything else at the desk. */
export function backupSize(bytes: number): string {
  return bytes < 999_950_000 ? sizeInWords(bytes) : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** Days, once there are two of them: “72 h” says less. */
export function agoInWords(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${countInWords(minutes, 'minute', 'minutes')} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${countInWords(hours, 'hour', 'hours')} ago`
  return `${Math.floor(hours / 24).toLocaleString('en-CA')} days ago`
}

type Last = NonNullable<BackupState['last']>

export function contentWords({ bytes, files }: Pick<Last, 'bytes' | 'files'>): string {
  const rows = `${backupSize(bytes)}: everything you and your readers have written`
  return files === 0 ? `${rows}. There were no files.` : `${rows}, and ${countInWords(files, 'file', 'files')}.`
}

/** Null where every file was there. */
export function missingWords({ missing }: Pick<Last, 'missing'>): string | null {
  if (missing === 0) return null
  const what =
    missing === 1
      ? 'One file was not where it should be, and is'
      : `${missing.toLocaleString('en-CA')} files were not where they should be, and are`
  return `${what} not in it. An earlier backup may hold what is missing: tell whoever looks after the server.`
}

/** Around the day of the trial, which is told by her own clock. */
export function triedWords(tried: BackupState['tried']): { before: string; after: string } {
  if (!tried)
    return { before: 'Not tried yet: one a week is brought back in a place of its own and compared.', after: '' }
  const after =
    tried.fault === null ? ': every row and file the same.' : ', and was not the same: see the warning above.'
  return { before: 'One was brought back and compared on', after }
}

export function placeWords({ place, isSealed }: Pick<BackupState, 'place' | 'isSealed'>): string {
  if (place === 'store') return 'They lie in your store, sealed with your passphrase.'
  const far = 'Download one now and then, and keep it elsewhere: a machine can be lost as a whole.'
  return `They lie on the same machine as the site${isSealed ? ', sealed with your passphrase' : ''}. ${far}`
}

export function nextWords({ last }: Pick<BackupState, 'last'>): string {
  return `The ${last ? 'next' : 'first'} is made by itself on`
}

export type Warning = {
  title: string
  since: { words: string; at: string } | null
  /** what is safe all the same */
  safe: string
  advice: string
  /** what the server said, for whoever looks after it */
  words: string | null
  /** what the button is called that makes one now; null where another warning has it already */
  act: string | null
}

/** What is the matter with making them, and what with bringing them back. */
export function warningsOf(state: BackupState): Warning[] {
  const making = makingWarning(state)
  return [making, trialWarning(state, making !== null)].filter((warning) => warning !== null)
}

function makingWarning({ last, trouble, isOverdue, kept }: BackupState): Warning | null {
  if (!trouble && !isOverdue) return null
  const safe = `Your site is not affected${kept.length > 0 ? ', and the earlier backups stay' : ''}.`
  const late = last ? 'No backup has been made for more than two days.' : 'No backup has been made yet.'
  if (trouble) {
    return {
      title: isOverdue ? late : 'The last backup could not be made.',
      since: { words: 'It was last tried on', at: trouble.at },
      safe,
      advice: 'Try again now. If it fails again, show these words to whoever looks after the server:',
      words: trouble.words,
      act: 'Try again now',
    }
  }
  return {
    title: late,
    since: last && { words: 'The newest is from', at: last.madeAt },
    safe,
    advice:
      'Make one now. If this warning comes back, tell whoever looks after the server that backups are no longer made by themselves.',
    words: null,
    act: 'Make one now',
  }
}

function trialWarning({ tried }: BackupState, isSecond: boolean): Warning | null {
  if (!tried?.fault) return null
  return {
    title: 'A backup did not come back as it was.',
    since: { words: 'One was brought back in a place of its own and compared on', at: tried.at },
    safe: 'Your site is not affected, and nothing was deleted.',
    advice:
      'Make a new one now. One a week is tried: this warning stays until a trial ends well. Show these words to whoever looks after the server:',
    words: tried.fault,
    act: isSecond ? null : 'Make a new one now',
  }
}

export function percentOf(running: number): number {
  // A little more, for 0.29 times a hundred is 28.999…
  return Math.floor(running * 100 + 1e-9)
}

/** In steps of ten: often enough to be read aloud. */
export function progressAloud(running: number | null): string {
  return running === null ? '' : `Backing up: ${Math.floor(percentOf(running) / 10) * 10} percent`
}

export type Ending = 'made' | 'failed' | 'cut short'

/** How one ended that was watched: by whether there is a newer one than before it began. */
export function endingOf(before: string | null, { last, trouble }: Pick<BackupState, 'last' | 'trouble'>): Ending {
  if (trouble) return 'failed'
  return last && last.name !== before ? 'made' : 'cut short'
}
