import type { BinItem } from './contract.ts'

export const binText = {
  title: 'Bin',
  intro:
    'Posts, stories, books and letters you have deleted. Only you see them. Each can be restored for 30 days; after that it is gone for good.',
  loading: 'Loading the bin',
  failed: { title: 'The bin did not open', text: 'What lies in it is still there. The way to it was not.' },
  empty: {
    title: 'The bin is empty.',
    text: 'A post, a story, a book or a letter that you delete stays here for 30 days.',
  },
  notRestored: 'Not restored.',
} as const

export const kindWords = { post: 'Post', story: 'Story', book: 'Book', letter: 'Letter' } as const

type Where = Pick<BinItem, 'kind' | 'state'>

/** What restoring it means for readers. */
export function stateWords({ kind, state }: Where): string {
  if (kind === 'book' && state === 'draft') return 'Hidden, and stays hidden when you restore it.'
  return statesInBin[state]
}

const statesInBin: Record<BinItem['state'], string> = {
  published: 'Readers see it again when you restore it.',
  scheduled: 'Appears on its day if you restore it.',
  draft: 'A draft, and stays one when you restore it.',
}

export function restoredWords({ kind, state }: Where): string {
  return kind === 'book' && state === 'draft' ? 'It is hidden, as before.' : statesAfter[state]
}

const statesAfter: Record<BinItem['state'], string> = {
  published: 'Readers see it again.',
  scheduled: 'It appears on its day.',
  draft: 'It is a draft, as before.',
}
