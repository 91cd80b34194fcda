/** The words of the room where her books stand. */
export const booksRoom = {
  title: 'Books',
  intro: 'Your books as they stand on your shelves: in series or alone, in the order you give them.',
  new: 'New Book',
  first: 'Add Your First Book',
  none: 'Readers see “Book catalog coming soon” until you add one.',
  loading: 'Loading books',
  failed: 'The books did not open',
  notDone: 'Nothing was changed.',
  samples: {
    one: 'book',
    many: 'books',
    elsewhere: 'Your posts and stories are not touched.',
    bare: 'You have no books of your own yet: readers will find none.',
  },
  roles: {
    title: 'What you give away',
    advance: 'Advance copy',
    advanceNote: 'Readers can ask for it before its day, on a page of its own that stands in the menu.',
    free: 'Free book',
    freeNote: 'The one your readers get by a link. It may be hidden: then it stands on no shelf.',
    none: 'None',
  },
} as const

/** The words of a book's form. */
export const bookForm = {
  groups: {
    book: 'The book',
    cover: 'Its cover',
    words: 'Its words',
    sold: 'Where it is sold',
    editions: 'Editions',
    praise: 'Praise',
    rest: 'The rest',
  },
  save: 'Save Book',
  back: 'All books',
} as const

export const motifWords = {
  rings: 'Rings',
  stair: 'Stair',
  rain: 'Rain',
  door: 'Door',
  wave: 'Wave',
  branches: 'Branches',
  moon: 'Moon',
  threads: 'Threads',
} as const

export const paletteWords = {
  veil: 'Violet',
  clinic: 'Green',
  amber: 'Amber',
  red: 'Red',
  bone: 'Bone',
  tide: 'Blue',
} as const

export const letteringWords = { display: 'Serif', sans: 'Sans' } as const
