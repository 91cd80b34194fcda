import type { PeopleFilter, PersonState } from './filters.ts'

/** The words of the room where the readers' addresses lie. */
export const peopleText = {
  title: 'People',
  intro:
    'Everybody whose address the site knows: who joined the newsletter, who asked for the advance copy, and your voracious readers, who get the books you send.',
  loading: 'Loading people',
  none: {
    title: 'Nobody yet',
    text: 'Whoever joins the list, asks for the advance copy or is brought in by you appears here.',
  },
  noneFound: {
    title: 'Nobody like that',
    text: 'No address and no name here fits what you asked for.',
    all: 'Show everybody',
  },
  failed: { title: 'The list did not open', text: 'Nobody is lost. Please try again.' },
  missing: {
    title: 'Nobody here',
    text: 'This person was erased, or was never on the list.',
    back: 'Back to People',
  },
  arc: {
    tab: 'All ARC requests',
    badge: 'Asked for the ARC',
    why: 'Everybody who asked for the advance reader copy (ARC), whatever else they are. Who has left stands here too, and is not to be written to.',
  },
  add: 'Add one person',
  only: 'Only people',
  search: 'Address or name',
  everySource: 'Every source',
  export: 'Export CSV',
} as const

/** `clause` goes on from “Only people”. */
export const stateWords: Record<PersonState, { label: string; meaning: string; clause: string }> = {
  active: { label: 'Active', meaning: 'Gets the newsletter.', clause: 'on the newsletter' },
  pending: {
    label: 'Unconfirmed',
    meaning: 'Has not confirmed the address. Gets no newsletter, and is forgotten after thirty days.',
    clause: 'who have not confirmed',
  },
  left: { label: 'Left', meaning: 'Wants no letters, and gets none.', clause: 'who left' },
  arc_only: {
    label: 'ARC only',
    meaning: 'Asked for the advance copy, not for the newsletter.',
    clause: 'who asked for the advance copy only',
  },
  reader: {
    label: 'Voracious reader',
    meaning: 'Brought in by you or from MailerLite: gets the books you send, not the newsletter.',
    clause: 'who are voracious readers only',
  },
  bounced: {
    label: 'Bounced',
    meaning: 'This mailbox does not exist any more. Nothing is sent there.',
    clause: 'whose mailbox is gone',
  },
  complained: {
    label: 'Complained',
    meaning: 'Called a letter junk, and gets none any more.',
    clause: 'who called a letter junk',
  },
}

const sources: Record<string, string> = {
  signup_page: 'Sign-up page',
  newsletter_prompt: 'Newsletter prompt',
  footer: 'Foot of a page',
  home: 'Home page',
  voss_trials_arc: 'Advance copy page',
  group_import: 'Brought in by you',
  group_provider: 'MailerLite',
  free_book: 'Free book',
  other: 'Elsewhere',
}

export function sourceWords(source: string): string {
  return sources[source] ?? source
}

/** What is looked for, in words that make one sentence after “Only people”, each with the filter it stands for. */
export function filterWords({
  state,
  arc,
  source,
  tag,
  q,
}: PeopleFilter): { name: keyof PeopleFilter; words: string }[] {
  return [
    ...(state ? [{ name: 'state' as const, words: stateWords[state].clause }] : []),
    ...(arc ? [{ name: 'arc' as const, words: 'who asked for the advance copy' }] : []),
    ...(source ? [{ name: 'source' as const, words: `from “${sourceWords(source)}”` }] : []),
    ...(tag ? [{ name: 'tag' as const, words: `tagged “${tag}”` }] : []),
    ...(q ? [{ name: 'q' as const, words: `with “${q}” in the address or name` }] : []),
  ]
}
