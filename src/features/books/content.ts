/**
 * The catalogue: the only copy. All of it is SAMPLE content around a pen name; hosts under `.example` never resolve.
 * Titles hold to the specification's letter, straight apostrophes included. Dates are calendar dates, YYYY-MM-DD.
 */
export type SeriesName = 'The Veil Song Chronicles' | 'Clinic Binge Series'

export type Book = {
  slug: string
  title: string
  series: SeriesName | null
  seriesOrder: number | null
  caption: string
  description: string
  coverAlt: string
  genre: 'Psychological Thriller' | 'Supernatural Suspense' | 'Mystery Thriller'
  wordCount: number
  publicationDate: string
  /** of the e-book, in Canadian dollars */
  price: string
  /** the universal book link: one address that leads to every shop */
  purchaseLink: string
  amazonLink: string
  subtitle: string | null
}

/** One shelf of the books page. `shortLabel` is its name in the in-page index. */
export type Shelf = { name: string; slug: string; shortLabel: string; pitch: string }
export type Series = Shelf & { name: SeriesName }

export const standaloneShelf: Shelf = {
  name: 'Standalone',
  slug: 'standalone',
  shortLabel: 'Standalone',
  pitch: 'Three novels. Nothing follows them. Probably.',
}

export const veilSongChronicles: Series = {
  name: 'The Veil Song Chronicles',
  slug: 'the-veil-song-chronicles',
  shortLabel: 'Veil Song',
  pitch: 'Three books. It gets closer.',
}

export const clinicBingeSeries: Series = {
  name: 'Clinic Binge Series',
  slug: 'clinic-binge-series',
  shortLabel: 'Clinic Binge',
  pitch: 'Seven files. Read them in order; the patients didn’t.',
}

export const seriesList: readonly Series[] = [veilSongChronicles, clinicBingeSeries]

export const booksPageText = {
  heading: 'Books',
  intro: 'Thirteen books: two series, and three that stand alone. None of them will mind waiting until dark.',
  empty: 'Book catalog coming soon. Check back for updates!',
} as const

export const books: readonly Book[] = [
  {
    slug: 'the-drivers-promise',
    title: "The Driver's Promise",
    series: null,
    seriesOrder: null,
    caption: 'He promised to get her home. She never told him where that was.',
    description:
      'For nine years the same hired car has taken Nora Kessel home from the night shift: same driver, same seat, a dozen words a week. When she changes jobs, he keeps coming. He waits at the curb with the meter off, courteous and certain that the two of them made an agreement. Nora remembers every ride but one.',
    coverAlt: "Cover of The Driver's Promise: a road and a steering wheel sharing one vanishing point",
    genre: 'Psychological Thriller',
    wordCount: 84_200,
    publicationDate: '2018-09-18',
    price: '6.99',
    purchaseLink: 'https://books.example/the-drivers-promise',
    amazonLink: 'https://amazon.example/the-drivers-promise',
    subtitle: 'A Novel',
  },
  {
    slug: 'voss-trials',
    title: 'Voss Trials',
    series: null,
    seriesOrder: null,
    caption: 'Twelve jurors sent her home. Now she is calling them back.',
    description:
      'Isobel Voss was acquitted because a thumbprint did not match. Fourteen months later her jurors are summoned again, on the right paper, to the wrong address: hers. Before lunch that jury had stood eleven to one the other way, and Isobel would like to know who changed its mind.',
    coverAlt: 'Cover of Voss Trials: a red fingerprint with one clean cut across it',
    genre: 'Psychological Thriller',
    wordCount: 91_600,
    publicationDate: '2025-11-01',
    price: '6.99',
    purchaseLink: 'https://books.example/voss-trials',
    amazonLink: 'https://amazon.example/voss-trials',
    subtitle: 'A Novel',
  },
  {
    slug: 'the-veil-lives',
    title: 'The Veil Lives',
    series: null,
    seriesOrder: null,
    caption: 'The museum sent it for repair. It has started to mend itself.',
    description:
      'Textile conservator Agnes Thorne has six weeks and one mourning veil, last worn in 1911. She counts the threads, because that is the job, and on Monday there are more of them. Then the rest of the house begins to mend: a glued cup, an old scar, a photograph with somebody cut out of it.',
    coverAlt: 'Cover of The Veil Lives: a hand pressed against pale cloth from behind',
    genre: 'Supernatural Suspense',
    wordCount: 78_900,
    publicationDate: '2025-02-11',
    price: '6.99',
    purchaseLink: 'https://books.example/the-veil-lives',
    amazonLink: 'https://amazon.example/the-veil-lives',
    subtitle: 'A Novel',
  },
  {
    slug: 'true-veil',
    title: 'True Veil',
    series: 'The Veil Song Chronicles',
    seriesOrder: 1,
    caption: 'There is a figure in the stage curtain. It was not there at rehearsal.',
    description:
      'Lena Corrow comes home to sell her aunt’s theatre, a brick box on the harbour that has been dark since 1987. The house curtain will not rise. Somebody is standing against the back of it, humming, and the tune is one that Lena’s aunt never finished writing.',
    coverAlt: 'Cover of True Veil: a head and shoulders pressing through violet threads',
    genre: 'Supernatural Suspense',
    wordCount: 88_300,
    publicationDate: '2019-10-08',
    price: '5.99',
    purchaseLink: 'https://books.example/true-veil',
    amazonLink: 'https://amazon.example/true-veil',
    subtitle: null,
  },
  {
    slug: 'echo-of-the-veil',
    title: 'Echo of the Veil',
    series: 'The Veil Song Chronicles',
    seriesOrder: 2,
    caption: 'Five people in town are humming the same tune. Nobody taught it to them.',
    description:
      'The theatre is sold and the curtain has been cut up, which was a mistake. There is a length of it in the church, another in the school, one over a window on Mill Street, and behind each of them somebody is standing. Lena knows how the tune goes on. She is the one person who must not sing it.',
    coverAlt: 'Cover of Echo of the Veil: the same figure repeated behind violet threads, fading outward',
    genre: 'Supernatural Suspense',
    wordCount: 92_700,
    publicationDate: '2020-10-06',
    price: '5.99',
    purchaseLink: 'https://books.example/echo-of-the-veil',
    amazonLink: 'https://amazon.example/echo-of-the-veil',
    subtitle: null,
  },
  {
    slug: 'veils-last-song',
    title: "Veil's Last Song",
    series: 'The Veil Song Chronicles',
    seriesOrder: 3,
    caption: 'The curtain is open at last, and nobody is behind it. Count the audience.',
    description:
      'Every piece of the curtain has been found, sewn together and hung, and on the night it opens the stage is bare. Three hundred tickets were sold. Three hundred and one people are in their seats. Lena has one song left, and somebody in the house already knows the words.',
    coverAlt: "Cover of Veil's Last Song: a violet curtain parted, with nobody behind it",
    genre: 'Supernatural Suspense',
    wordCount: 95_100,
    publicationDate: '2021-10-05',
    price: '5.99',
    purchaseLink: 'https://books.example/veils-last-song',
    amazonLink: 'https://amazon.example/veils-last-song',
    subtitle: null,
  },
  {
    slug: 'patient-92',
    title: 'Patient 92',
    series: 'Clinic Binge Series',
    seriesOrder: 1,
    caption: 'The clinic has ninety-one beds. The night nurse has ninety-two charts.',
    description:
      'Iris Tamm takes the night post at a sleep clinic on a lake with no road in after dark. There are ninety-one patients, ninety-one beds, and a ninety-second chart that somebody keeps filling in. During a power failure every monitor on the ward goes flat but one. That trace has no bed, and it goes on beating.',
    coverAlt: 'Cover of Patient 92: ninety-two flat traces, one of them beating',
    genre: 'Psychological Thriller',
    wordCount: 61_400,
    publicationDate: '2022-03-01',
    price: '4.99',
    purchaseLink: 'https://books.example/patient-92',
    amazonLink: 'https://amazon.example/patient-92',
    subtitle: null,
  },
  {
    slug: 'let-the-dead-rest',
    title: 'Let the Dead Rest',
    series: 'Clinic Binge Series',
    seriesOrder: 2,
    caption: 'Two funerals, three graves. The one in the middle is the newest.',
    description:
      'The clinic buries its own, discreetly, on the rise behind the laundry. This winter there were two services, and Iris stood through both. Then the snow goes and she counts again. Whoever dug the third grave had a key to the tool shed, and so, it turns out, does Iris.',
    coverAlt: 'Cover of Let the Dead Rest: three mounds under ruled green lines, the middle one tallest',
    genre: 'Mystery Thriller',
    wordCount: 58_800,
    publicationDate: '2022-07-05',
    price: '4.99',
    purchaseLink: 'https://books.example/let-the-dead-rest',
    amazonLink: 'https://amazon.example/let-the-dead-rest',
    subtitle: null,
  },
  {
    slug: 'rebirth',
    title: 'Rebirth',
    series: 'Clinic Binge Series',
    seriesOrder: 3,
    caption: 'He died in March. In June he signed the visitors’ book.',
    description:
      'Iris washed the body of Tobias Renn herself. Now he is at the front desk in a good coat, with the right papers and a small scar she remembers closing, asking to see the patient in bed forty. The director is delighted. He says it is what the clinic is for.',
    coverAlt: 'Cover of Rebirth: a sphere rising through ruled green lines',
    genre: 'Psychological Thriller',
    wordCount: 60_200,
    publicationDate: '2022-11-01',
    price: '4.99',
    purchaseLink: 'https://books.example/rebirth',
    amazonLink: 'https://amazon.example/rebirth',
    subtitle: null,
  },
  {
    slug: 'genesis',
    title: 'Genesis',
    series: 'Clinic Binge Series',
    seriesOrder: 4,
    caption: 'The first file in the cabinet is forty years old. It has Iris’s name on it.',
    description:
      'Before it was a sleep clinic it was a school, and before that nobody will say. Iris is thirty-four. The first file in the director’s cabinet was opened six years before she was born, in her name, with her blood type and two words in the margin: try again.',
    coverAlt: 'Cover of Genesis: a helix drawn only in the weight of ruled green lines',
    genre: 'Mystery Thriller',
    wordCount: 63_500,
    publicationDate: '2023-03-07',
    price: '4.99',
    purchaseLink: 'https://books.example/genesis',
    amazonLink: 'https://amazon.example/genesis',
    subtitle: null,
  },
  {
    slug: 'step-back',
    title: 'Step Back',
    series: 'Clinic Binge Series',
    seriesOrder: 5,
    caption: 'She got out. Every morning she wakes one stair further down.',
    description:
      'Iris has a flat in the city now, a day job and a lock she chose herself. She has also begun to walk in her sleep: the landing, the first stair, the second. There are fourteen stairs to the street. At the bottom a car has started waiting, with its inside light on.',
    coverAlt: 'Cover of Step Back: ruled green lines broken into a flight of stairs',
    genre: 'Psychological Thriller',
    wordCount: 57_900,
    publicationDate: '2023-08-01',
    price: '4.99',
    purchaseLink: 'https://books.example/step-back',
    amazonLink: 'https://amazon.example/step-back',
    subtitle: null,
  },
  {
    slug: 'nexus-of-lies',
    title: 'Nexus of Lies',
    series: 'Clinic Binge Series',
    seriesOrder: 6,
    caption: 'Six witnesses, six lies. They agree on one thing: Iris was there.',
    description:
      'The night the east wing burned, six of the staff went on record. No two stories fit, and every one has a hole in it of the same size and shape. The detective has laid them one over another and held them up to the light. He would like Iris to tell him what she sees.',
    coverAlt: 'Cover of Nexus of Lies: every green line pulled into one bright knot',
    genre: 'Mystery Thriller',
    wordCount: 65_300,
    publicationDate: '2024-01-09',
    price: '4.99',
    purchaseLink: 'https://books.example/nexus-of-lies',
    amazonLink: 'https://amazon.example/nexus-of-lies',
    subtitle: null,
  },
  {
    slug: 'final-reckoning',
    title: 'Final Reckoning',
    series: 'Clinic Binge Series',
    seriesOrder: 7,
    caption: 'The inquiry wants a list of the dead. Patient 92 would like a word first.',
    description:
      'A borrowed courtroom, four commissioners and a box of ninety-two charts: the public inquiry into the clinic opens on a Monday. Iris is the last witness on the list and the only one who has turned up. All she has to do is read out the names. From the gallery, somebody answers to every one of them.',
    coverAlt: 'Cover of Final Reckoning: a storm of green traces above, a flat line below',
    genre: 'Psychological Thriller',
    wordCount: 71_800,
    publicationDate: '2024-06-04',
    price: '4.99',
    purchaseLink: 'https://books.example/final-reckoning',
    amazonLink: 'https://amazon.example/final-reckoning',
    subtitle: null,
  },
]
