import type { SampleBooks } from '#features/books/contract.ts'
import type { Story } from '#features/stories/contract.ts'
import { paths } from '#lib/paths.ts'
import { prose } from './long-prose.ts'

/**
 * What the tests' own author has on her site when a browser opens it: as many shelves, books, stories and posts as a
 * busy author has, none of them the sample's. `tests/e2e/furnish.ts` puts them there.
 */
export const harbour = 'The Harbour Books'
export const boats = 'The Night Boats'

/** A day that has not come, whenever the tests run. */
const fourMonthsOn = new Date(Date.now() + 120 * 86_400_000).toISOString().slice(0, 10)

type Written = SampleBooks['books'][number]

function sold(book: Written): Written {
  return {
    shops: [
      { name: 'Every shop', url: `https://books.example/${book.slug}` },
      { name: 'Kobo', url: `https://kobo.example/${book.slug}` },
    ],
    editions: [{ format: 'E-book', price: '5.99', currency: 'GBP' }],
    ...book,
  }
}

const pilotDescription = [
  'Callum Reyne has brought ships up the Sound for thirty-one years and has never put one aground. He retires on the first of the month. On the last day of his last week the harbour office gives him one more: no name on the sheet, no flag, and a draught that does not fit the channel.',
  'He takes her in. A pilot goes aboard in the dark, by a ladder, and asks no questions before the wheelhouse. There is coffee on the chart table. There is a chair for him. The crew know his name, and the name of the boat his brother was lost in.',
  'By the second buoy he has understood that the ship is answering to somebody else’s orders, and by the fourth that the orders are in his own hand.',
].join('\n\n')

const pilotOpening = [
  'You board from leeward, and you do not look down. My father told me that before he told me anything else about the work, and for years I took it to be about ladders.',
  'The launch went off without a light. I had one hand on the rail and the other on nothing, and above me somebody said good evening, Callum, as you might to a man who had come about the drains.',
].join('\n\n')

/** Each book's cover: `image` is uploaded, `drawn` is drawn, and a book without either wears its lettered board. */
export const covers: Record<string, 'image' | 'drawn'> = {
  'the-ferry-ledger': 'image',
  'the-last-pilot': 'drawn',
  'low-water': 'image',
  'slack-tide': 'drawn',
}

export const library: SampleBooks = {
  series: [
    { name: null, pitch: 'Each of them a crossing of its own.' },
    { name: harbour, pitch: 'Three books. The tide is the same.' },
    { name: boats, pitch: 'Seven sailings, and nobody at the rail.' },
  ],
  roles: { advance: 'the-last-pilot', free: 'lanterns' },
  books: [
    sold({
      slug: 'the-ferry-ledger',
      title: 'The Ferry Ledger',
      subtitle: 'A Novel',
      caption: 'Every passenger is written down. One of them twice.',
      description: 'The ledger of the last ferry names *forty* passengers.\n\nForty-one came ashore.',
      coverAlt: 'Cover of The Ferry Ledger: grey water under a band of light',
      genre: 'Ghost Story',
      wordCount: 80_100,
      publicationDate: '2018-05-15',
      praise: [{ quotation: 'It kept me off the water for a year.', source: 'The Stornoway Packet' }],
    }),
    sold({
      slug: 'the-last-pilot',
      title: 'The Last Pilot',
      subtitle: 'A Novel',
      caption: 'He knows the channel. The channel knows him.',
      description: pilotDescription,
      opening: pilotOpening,
      genre: 'Mystery Thriller',
      wordCount: 88_400,
      publicationDate: fourMonthsOn,
    }),
    sold({
      slug: 'let-by-the-week',
      title: 'Let by the Week',
      caption: 'A lighthouse, fully furnished. The last tenant has left a light on.',
      description: 'It has been let to eleven families. Each of them paid for a second week and did not stay for it.',
      genre: 'Ghost Story',
      wordCount: 71_300,
      publicationDate: '2024-03-12',
    }),
    sold({
      slug: 'low-water',
      title: 'Low Water',
      series: harbour,
      seriesOrder: 1,
      caption: 'What the tide leaves behind is somebody’s.',
      description: 'A harbour empties once in a hundred years. This time there is a road on the bottom, and it is lit.',
      coverAlt: 'Cover of Low Water: a dark shore below a pale sky',
      genre: 'Supernatural Suspense',
      wordCount: 76_500,
      publicationDate: '2020-05-05',
    }),
    sold({
      slug: 'slack-tide',
      title: 'Slack Tide',
      series: harbour,
      seriesOrder: 2,
      caption: 'For twenty minutes nothing moves. Then it is twenty-one.',
      description: 'Between the ebb and the flood the harbour holds its breath, and one spring it goes on holding it.',
      genre: 'Supernatural Suspense',
      wordCount: 79_200,
      publicationDate: '2021-06-08',
    }),
    sold({
      slug: 'spring-flood',
      title: 'Spring Flood',
      series: harbour,
      seriesOrder: 3,
      caption: 'The water is in the street. It has been given an address.',
      description: 'House by house the harbour comes up the hill, and at each of them it is let in.',
      genre: 'Supernatural Suspense',
      wordCount: 83_700,
      publicationDate: '2022-06-07',
    }),
    ...(
      [
        ['pier-nine', 'Pier Nine', 'There are eight piers. The timetable says nine.', '2022-09-06'],
        [
          'the-pursers-list',
          'The Purser’s List',
          'He counts them on. Nobody has asked him to count them off.',
          '2023-01-10',
        ],
        [
          'cabin-fourteen',
          'Cabin Fourteen',
          'It is kept empty, and the bed has to be made each morning.',
          '2023-05-09',
        ],
        ['fog-signal', 'Fog Signal', 'Two blasts mean a ship. Three have no meaning yet.', '2023-09-12'],
        [
          'the-drowned-bell',
          'The Drowned Bell',
          'It was taken out of the church in 1904. It still keeps time.',
          '2024-01-16',
        ],
        [
          'dead-slow-ahead',
          'Dead Slow Ahead',
          'The engines have stopped, and the shore is getting nearer.',
          '2024-05-14',
        ],
        ['all-ashore', 'All Ashore', 'The last sailing of the line. Everybody is expected.', '2024-10-08'],
      ] as const
    ).map(([slug, title, caption, publicationDate], at) =>
      sold({
        slug,
        title,
        series: boats,
        seriesOrder: at + 1,
        caption,
        description: 'The boat leaves at eleven and is in by six. What happens between is nobody’s business ashore.',
        genre: 'Psychological Thriller',
        wordCount: 58_000 + at * 1_700,
        publicationDate,
      }),
    ),
    // Given away, and on no shelf.
    { slug: 'lanterns', title: 'Lanterns', series: harbour, caption: 'Goes with Low Water.', isHidden: true },
  ],
}

const { advance: slug } = library.roles
export const advance = { slug, title: 'The Last Pilot', path: paths.arcOf(slug) }

/** Of a series, and long enough to be looked at by itself. */
export const bookPage = paths.book('slack-tide')

type WrittenStory = Pick<Story, 'title' | 'slug' | 'genre' | 'description' | 'content' | 'publicationDate'> &
  Partial<Pick<Story, 'featured' | 'editoriallyReviewed' | 'reedyPromptsUrl'>>

/** One of each genre, the newest first. */
export const libraryStories: readonly WrittenStory[] = [
  {
    title: 'The Borrowed Dish',
    slug: 'the-borrowed-dish',
    genre: 'Supernatural Suspense',
    description: 'A neighbour brings back what was never lent. The chip in the rim is in the right place.',
    content: prose(1_400),
    publicationDate: '2025-10-03',
    featured: true,
    editoriallyReviewed: true,
    reedyPromptsUrl: 'https://first.example/the-borrowed-dish',
  },
  {
    title: 'Company at the Side Door',
    slug: 'company-at-the-side-door',
    genre: 'Psychological Suspense',
    description: 'He knocks where the family knocks, and he has never been told which door that is.',
    content: prose(1_100),
    publicationDate: '2025-09-05',
  },
  {
    title: 'A Grace for the Boats',
    slug: 'a-grace-for-the-boats',
    genre: 'Spiritual Fiction',
    description: 'Every evening she says the names. There is one more than there are boats.',
    content: prose(1_200),
    publicationDate: '2025-08-08',
  },
  {
    title: 'Foil, Folded Square',
    slug: 'foil-folded-square',
    genre: 'Mystery Thriller',
    description: 'It was the only thing on the kitchen table, and it was still warm.',
    content: prose(900),
    publicationDate: '2025-07-04',
  },
  {
    title: 'What the Thumb Remembers',
    slug: 'what-the-thumb-remembers',
    genre: 'Supernatural Drama',
    description: 'Her mother checks the dishes for fever. One of them has it.',
    content: prose(800),
    publicationDate: '2025-06-06',
  },
]

/** One that is long enough to be scrolled, open in the reader. */
export const storyPage = paths.story('the-borrowed-dish')

type WrittenPost = {
  title: string
  slug: string
  excerpt: string
  content: string
  category: string
  tags: string[]
  publishedDate: string
  isFeatured?: boolean
}

/** The first stands on the blog under a picture of its own, and is plain paragraphs of many lengths. */
export const libraryPosts: readonly WrittenPost[] = [
  {
    title: 'Which Boat to Take First',
    slug: 'which-boat-to-take-first',
    excerpt: 'Seven sailings, three tides, and where to step aboard if you have only the one evening.',
    content: `People write to ask where to begin. I am always glad of the letter and never sure of the answer, because I did not begin where the books do.

The Night Boats sail in this order: Pier Nine, The Purser’s List, Cabin Fourteen, Fog Signal, The Drowned Bell, Dead Slow Ahead, All Ashore. The number is on the spine. If you come across one at a guest house with the others missing, take it up to bed all the same; the boat will wait.

There was to be one of them. I had a summer’s work in a ticket office, on a quay where the wind came in under the door, and the timetable on the wall had a line that nobody could explain. Eleven at night, pier nine, no destination. There were eight piers. We sold no tickets for it. One evening a man came and asked for a return.

That was the whole of the idea, and it was meant to be short. Then I had to find out who was aboard.

Start with Fog Signal and you will be cold, and a little behind. Start with The Drowned Bell and you will know the hour before anybody tells you. Nobody should start with All Ashore, and somebody always does; they write that they liked it, and ask who all those people were.

The Harbour Books are another matter. Low Water, then Slack Tide, then Spring Flood, and not otherwise. It comes up by inches. You want to have seen the step while it was dry.

The rest stand alone. If you have only the one night, take The Ferry Ledger, sit with your back to the window, and count.`,
    category: 'Reading Order',
    tags: ['Night Boats', 'Harbour', 'where to start'],
    publishedDate: '2025-09-16T13:00:00.000Z',
    isFeatured: true,
  },
  {
    title: 'Notes for Whoever Reads It Early',
    slug: 'notes-for-whoever-reads-it-early',
    excerpt: 'What an early copy is, what it is not, and the one sentence a review should have in it.',
    content: `An early copy is the whole book, a little before it has dried.

## What it asks of you

Nothing. If you find a slip, send me a few words of the sentence it stands in:

- page numbers wander on a screen,
- and so do I.

> Good or bad, say what you thought.

***

And say that the copy was free.`,
    category: 'For Readers',
    tags: ['early copies', 'reviews'],
    publishedDate: '2025-08-05T13:00:00.000Z',
  },
  {
    title: 'A Desk That Faces the Water',
    slug: 'a-desk-that-faces-the-water',
    excerpt: 'I turned it round, in the end.',
    content:
      'For a year I wrote with the window in front of me, and for a year I wrote about weather.\n\nI have turned it round. The sea is behind me now, where I can hear what it is doing.',
    category: 'Behind the Books',
    tags: ['desks'],
    publishedDate: '2025-05-13T13:00:00.000Z',
  },
]

export const postPage = paths.post('which-boat-to-take-first')

/** What she says on her pages in words of her own; everywhere else the house's stand. */
export const libraryWords: Record<string, Record<string, string>> = {
  home: { challengeLink: 'A hippo lives in the pantry, or so they will believe. Take the challenge' },
  arc: { tagline: 'One ship more.', thanksBefore: 'There is a chair for you in the wheelhouse.' },
  about: {
    bio: `{name} writes about islands, ferries and whoever missed the last one. She grew up over a chandler’s shop, in the room with the foghorn.

Before the books she sold tickets for crossings she did not make. It taught her to look at people’s hands, and at how they hold a return.

Her first novel was written at that counter, out of season, and nobody asked her to stop.`,
    philosophy: `They are people with a boat to catch. They have a bag, a bad knee and somebody waiting, and they are reasonable for one tide too long.

Whatever happens to them they could have seen, once, early, in good light.`,
    themes: `Islands: Nobody leaves by accident.
Ferries: Everybody aboard has told somebody when they will be back.
Weather: It is never the reason, and always the excuse.
Lists: A name, once written down, wants answering.`,
    approach: `By hand, between the last boat and the first. I read each chapter aloud to an empty room and stop when it does not seem to be.

Then I take one true thing away and see who notices.`,
    portraitCaption: 'On the quay, out of season.',
    deskCaption: 'The desk, with its back to the water.',
  },
}
