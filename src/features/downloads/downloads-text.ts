import type { FileKind } from './file-name.ts'

/** The words of the room where a book is given away by hand. */
export const downloadsText = {
  title: 'Downloads',
  intro: 'Make a link to your free book for each reader, and hand the links out yourself.',
  elsewhere: 'To have the site write to everybody,',
  loading: 'Loading the book',
  choice: 'Which file',
  failed: { title: 'Downloads did not open', text: 'Nothing is lost. Please try again.' },
  book: {
    title: 'The book',
    none: 'No book is here yet.',
    noTitle: 'A book that does not say its title',
    noPdfTitle: 'A PDF without a title',
    otherTitle: 'Upload the book the letter names, or choose under Books which one you give away.',
    calledBefore: 'On your computer it was called',
    drop: (kind: FileKind) => `Drop the ${kind} here, or choose it.`,
    choose: (kind: FileKind) => `Book file (${kind})`,
    replace: (kind: FileKind) => `Replace the book (${kind})`,
    links: 'Links that are out already lead to the new file.',
  },
  readers: {
    title: 'Your readers',
    why: 'Your voracious readers: the people you brought in here, and those of your group at MailerLite. “Load Subscribers” loads them. Whoever joined the newsletter on the site is not among them.',
    nobody: 'Nobody is in the group yet. Bring readers in below.',
    one: 'reader is in the group.',
    many: 'readers are in the group.',
  },
  links: {
    title: 'A link for each reader',
    why: 'Each link is for one reader and closes after 24 hours.',
    one: 'link from before is still open, below.',
    many: 'links from before are still open, below.',
    needsReaders: 'Load your readers first.',
    needsBook: 'The book is not there. Upload it, then test it again.',
    tooMany: 'At most 10,000 links are made at once.',
  },
  copy: {
    title: 'Copy the links',
    why: 'One line for each reader: the address, a tab, the link. A spreadsheet takes it as two columns.',
    needsLinks: 'Make the links first.',
    fromBefore: 'The links from before are below, each with its own button. To copy all at once, make new ones.',
  },
  open: {
    title: 'Links you have handed out',
    why: 'Those that still lead to the book: each for one reader, or a shared one that anybody can use. Links in letters the site sends are not among them.',
    none: 'None leads to the book at the moment. Make one for each reader above, or a shared one under',
    nobody: 'No link that still leads to the book is for such an address.',
    loading: 'Loading the links',
  },
  template: {
    title: 'Copy the letter',
    why: 'A letter to paste into your own mail program. Put each reader’s link where it says [LINK].',
    show: 'Read it first',
  },
} as const

/** The notices of the file test, to the letter. */
export const fileNotices = {
  ready: { title: 'File Ready!', description: 'Readers can download the book.' },
  missing: { title: 'File Not Found', description: 'The epub file needs to be uploaded to object storage' },
  broken: { title: 'Setup Issue', description: "There's an issue with the download system" },
  failed: 'Failed to test file availability',
} as const

export const linkNotices = {
  noReaders: { title: 'No Subscribers', description: 'Please load subscribers first' },
  noFile: { title: 'File Not Ready', description: 'Please upload the epub file first' },
  failed: 'Failed to generate download links',
} as const

export const closeText = {
  title: 'Close this link?',
  keep: 'Keep it open',
  act: 'Close link',
  acting: 'Closing...',
  personal: 'can no longer fetch the book by it, nor ask for a fresh one.',
  shared: 'Nobody can fetch the book by it any more, wherever it has been posted.',
  closed: 'You have closed this link',
  final: 'A closed link stays closed. You can make another at any time.',
} as const
