import { countInWords } from '#desk/words.ts'

/** The words of the rooms where what is given away lies. */
export const filesText = {
  title: 'Files',
  intro:
    'Whatever readers can fetch by a link: your free book, a bonus story, a first chapter. Each has a page of its own.',
  loading: 'Loading your files',
  failed: { title: 'Your files did not open', text: 'They are still there. Please try again.' },
  none: 'No file is here yet.',
  add: 'Add a file (EPUB or PDF)',
  addNote: 'Drop it here, or choose it. 100 MB at most. Its name here is the one it has on your computer.',
  free: 'Free book',
  noTitle: 'No title yet',
  missing: 'Not uploaded yet',
  put: 'put here',
  one: {
    back: 'All files',
    loading: 'Loading the file',
    failed: 'This file did not open',
    noTitle: 'This file has no title yet: its page and its letter call it “the free book”. Give it one below.',
    file: { title: 'The file', intro: 'A new one takes its place; links that are out already lead to it.' },
    looks: {
      title: 'Title and cover',
      intro: 'What readers see on its page, and what letters call it.',
      titleNote: 'Left empty, it is called as on your shelf, or as the file calls itself.',
      cover: 'Cover',
      board: 'A plain board with its title',
      shelf: 'The one it wears on the shelf',
      picture: 'A picture of its own',
      book: (title: string) => `That of ${title}`,
      upload: 'Cover picture',
      uploadNote: 'JPEG, PNG, WebP, AVIF or GIF, up to 15 MB. It keeps its own proportions.',
      done: 'Its page and its letters say so from now on.',
      failed: 'Failed to save',
    },
    page: {
      title: 'Its page',
      intro: 'Where a reader’s link leads: the cover, a button, and help for each device.',
      words: 'Change the words of its page',
      note: 'Words you leave as they are follow “Where the free book is fetched”, under Pages.',
    },
    give: {
      title: 'Give it away',
      intro: 'By links you hand out yourself, or by a letter to your voracious readers.',
      links: 'Make links',
      send: 'Send emails',
    },
    remove: {
      title: 'Remove it',
      intro: 'Whoever follows a link to it then reads that it is not given away any more.',
      button: 'Remove this file',
      ask: 'Remove this file?',
      keep: 'Keep it',
      acting: 'Removing...',
      final:
        'The file, its title, its cover and the words of its page are gone for good. What became of letters that brought it stays.',
      done: 'File Removed',
    },
  },
} as const

/** “2 links open” and “fetched 3 times”. */
export function givenWords({ openLinks, downloads }: { openLinks: number; downloads: number }): [string, string] {
  return [
    openLinks === 0 ? 'No link open' : `${countInWords(openLinks, 'link', 'links')} open`,
    downloads === 0
      ? 'not fetched yet'
      : downloads === 1
        ? 'fetched once'
        : `fetched ${countInWords(downloads, 'time', 'times')}`,
  ]
}
