import type { SampleBooks } from '#features/books/contract.ts'
import { plantBooks } from '#features/books/samples.server.ts'
import { paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'

const harbour = 'The Harbour Books'

/** The books whose site the tests open: none of the sample's. */
export const testBooks: SampleBooks = {
  series: [
    { name: null, pitch: 'Each of them a crossing of its own.' },
    { name: harbour, pitch: 'Two books. The tide is the same.' },
  ],
  roles: { advance: 'the-ferry-ledger', free: 'lanterns' },
  books: [
    {
      slug: 'the-ferry-ledger',
      title: 'The Ferry Ledger',
      subtitle: 'A Novel',
      caption: 'Every passenger is written down. One of them twice.',
      description: 'The ledger of the last ferry names *forty* passengers.\n\nForty-one came ashore.',
      opening: 'Nobody counts the dead on a ferry. It is bad for trade.\n\nI counted them all the same.',
      coverAlt: 'Cover of The Ferry Ledger: a lamp over grey water',
      genre: 'Ghost Story',
      wordCount: 80_100,
      publicationDate: '2025-11-01',
      shops: [
        { name: 'Every shop', url: 'https://books.example/the-ferry-ledger' },
        { name: 'Kobo', url: 'https://kobo.example/the-ferry-ledger' },
      ],
      editions: [{ format: 'E-book', isbn: '9780306406157', price: '6.99', currency: 'GBP' }],
      praise: [{ quotation: 'It kept me off the water for a year.', source: 'The Stornoway Packet' }],
    },
    {
      slug: 'the-last-pilot',
      title: 'The Last Pilot',
      caption: 'He knows the channel. The channel knows him.',
      publicationDate: '2027-03-01',
    },
    {
      slug: 'low-water',
      title: 'Low Water',
      series: harbour,
      seriesOrder: 1,
      caption: 'What the tide leaves behind is somebody’s.',
      description: 'A harbour empties once in a hundred years.',
      genre: 'Mystery Thriller',
      publicationDate: '2020-05-05',
      shops: [{ name: 'Kobo', url: 'https://kobo.example/low-water' }],
    },
    {
      slug: 'slack-tide',
      title: 'Slack Tide',
      series: harbour,
      seriesOrder: 2,
      caption: 'For twenty minutes nothing moves.',
      publicationDate: '2022-06-06',
      shops: [{ name: 'Kobo', url: 'https://kobo.example/slack-tide' }],
    },
    // Given away, and on no shelf.
    { slug: 'lanterns', title: 'Lanterns', isHidden: true },
  ],
}

export const arcAddress = paths.arcOf(testBooks.roles.advance)
export const freeFile = `${testBooks.roles.free}.epub`

export async function plantTestBooks(deps: Deps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await plantBooks(tx, deps, testBooks)
    await tx.updateTable('books').set({ is_sample: 0 }).execute()
  })
  await deps.siteChanged()
}
