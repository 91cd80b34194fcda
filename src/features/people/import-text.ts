import { countInWords } from '#desk/words.ts'
import { type Counts, type Fate, fates, type ImportList, type Meaning } from './import-contract.ts'

/** The words of the room where readers are brought in from elsewhere. */
export const importText = {
  title: 'Import',
  intro:
    'Bring your readers along from any mailing service. You see what would happen before anybody is added, and no letter goes out by it.',
  back: 'Back to People',
  loading: 'Loading imports',
  failed: { title: 'The page did not open', text: 'Nobody is lost, and nobody was added. Please try again.' },
  file: {
    title: '1. The file',
    intro:
      'Export your list as CSV: MailerLite, Mailchimp, Kit, Substack, Ghost, Brevo and every spreadsheet can. Whoever unsubscribed, bounced or complained there is never written to from here.',
    label: 'CSV file',
    note: 'At most 50 MB. Nothing is sent before you press Check.',
    missing: 'Choose a CSV file',
    list: 'The newsletter, or those who get the books you send.',
    basis: 'One sentence, kept with each of them. “They signed up at my readings in 2025.”',
    noBasis: 'Say how these people agreed to hear from you',
    comfort: 'Nobody has been added. Your file and your words are still here.',
  },
  check: {
    title: '2. What we understood',
    nothingYet: 'Nobody has been added yet.',
    columns: 'Columns',
    columnsNote: 'Change what a column holds, and it is checked again at once.',
    again: 'Checking again...',
    stale: 'What stands here is not checked yet. Nobody has been added.',
    unchanged: 'Nobody was added. Your file and your words are still here.',
  },
  others: 'Everybody else in the file',
  running: {
    title: '3. They are coming in',
    text: 'You may close this page: the import goes on, and is shown here when you come back.',
    silence: 'The server does not answer just now. This page keeps asking, and the import goes on when it can.',
  },
  done: {
    title: '3. Done',
    undo: 'Undo takes them off the list again. That is possible for ninety days, until a letter has gone to one of them; of voracious readers, until some have been given to MailerLite.',
    see: 'See everybody',
  },
  undone: {
    title: '3. Undone',
    text: 'Whoever this import brought in is off the list again. Who had left or cannot be reached stays so. To bring them in after all, import the file again.',
    short: 'Undone.',
  },
  earlier: 'Earlier imports',
  one: {
    title: 'Add one person',
    name: 'Leave it empty if you do not know it.',
    comfort: 'Nobody was added. Your words are still here.',
  },
} as const

/** Where one person is added, in the page's address. */
export const oneAnchor = 'one'

export const listWords: Record<ImportList, string> = { newsletter: 'Newsletter', readers: 'Voracious readers' }

export const meaningWords: Record<Meaning, string> = {
  email: 'Email address',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  status: 'Who may be written to',
  joined: 'Day they joined',
  confirmed: 'Day they confirmed',
  tags: 'Tags',
  none: 'Not used',
}

type FateWords = { one: string; many: string; what: string }

/** Beside each count what it means for these people; who is in the file, but not on the list, is told apart by why. */
export const fateWords: Record<Exclude<Fate, 'joins'>, FateWords> = {
  unconfirmed: {
    one: 'never confirmed',
    many: 'never confirmed',
    what: 'Kept as unconfirmed: not written to, and forgotten after thirty days unless they sign up themselves.',
  },
  here: { one: 'is already here', many: 'are already here', what: 'On this list before. They stay as they are.' },
  left: {
    one: 'left before',
    many: 'left before',
    what: 'Unsubscribed or complained, there or here. Never written to.',
  },
  unreachable: {
    one: 'cannot be reached',
    many: 'cannot be reached',
    what: 'The mailbox does not exist any more. Never written to.',
  },
  atRest: {
    one: 'is not subscribed there',
    many: 'are not subscribed there',
    what: 'Inactive, archived or never on that list. Not brought in.',
  },
  unknown: {
    one: 'has a status we do not know',
    many: 'have a status we do not know',
    what: 'Not brought in, for nobody can say whether they want letters.',
  },
  twice: {
    one: 'line names somebody a second time',
    many: 'lines name somebody a second time',
    what: 'Each person is counted once, by the stricter of the lines.',
  },
  noAddress: {
    one: 'line has no address we can use',
    many: 'lines have no address we can use',
    what: 'Left out. Correct it in the file if it matters.',
  },
}

const joined: Record<ImportList, string> = { newsletter: 'the newsletter', readers: 'your voracious readers' }

/** “100 people will join the newsletter”. */
export function willJoinWords({ joins }: Counts, list: ImportList): string {
  return `${joins === 0 ? 'Nobody' : countInWords(joins, 'person', 'people')} will join ${joined[list]}`
}

export function haveJoinedWords({ joins }: Counts, list: ImportList): string {
  return `${joins === 0 ? 'Nobody' : countInWords(joins, 'person', 'people')} joined ${joined[list]}`
}

/** “10 left before, 3 are already here”; empty where everybody joined. */
export function othersWords(counts: Counts): string {
  const others = fates.filter((fate) => fate !== 'joins').filter((fate) => counts[fate] > 0)
  return others.map((fate) => countInWords(counts[fate], fateWords[fate].one, fateWords[fate].many)).join(', ')
}
