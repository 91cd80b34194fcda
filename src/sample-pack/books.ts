import type { SampleBooks } from '#features/books/contract.ts'

/**
 * Titles hold to the specification's letter, straight apostrophes included. Hosts under `.example` never resolve, so no
 * sample link can lead to a stranger.
 */
const veil = 'The Veil Song Chronicles'
const clinic = 'Clinic Binge Series'

type Sample = SampleBooks['books'][number]

/** What all of them have alike: a cover drawn with the build, two shops, one price in Canadian dollars. */
function sold({ price, ...book }: Sample & { price: string }): Sample {
  return {
    ...book,
    cover: { kind: 'pack', name: book.slug },
    shops: [
      { name: 'Every shop', url: `https://books.example/${book.slug}` },
      { name: 'Amazon', url: `https://amazon.example/${book.slug}` },
    ],
    editions: [{ format: 'E-book', price, currency: 'CAD' }],
  }
}

const vossDescription = [
  'Isobel Voss was tried for the death of her husband in a locked house on Larch Street. The Crown had one thing: a thumbprint on the inside of the cellar door, cut clean across the middle by a scar. Isobel’s thumbs were smooth. Twelve people looked at her hands, sent her home, and went back to their lives.',
  'Ruth Amery was juror nine. The law says she may not repeat what was said in the jury room: not to her husband, not to a newspaper, not to the woman next door. For fourteen months she hasn’t. Then a summons comes with the gas bill. The address is Larch Street.',
  'There are twelve chairs in the dining room. Isobel would like the case heard again, she says, since the first time went so quickly. By the second evening nobody has left.',
  'Because before lunch that jury stood at eleven to one for guilty, and by five o’clock it was twelve to nothing the other way. Only the people at this table know how that was done. Isobel means to find out which of them did it. It was not the verdict she wanted. She had been counting on the lock.',
  'Ruth could tell her. But Ruth has had a bandage on her thumb since Sunday, and she cannot think where she got the cut.',
].join('\n\n')

const vossOpening = [
  'The summons came on a Tuesday, with the gas bill. I knew the envelope. You don’t forget that envelope: the window, the crest, the grey paper they must buy by the tonne. I had answered one fourteen months before and thought we were square.',
  'I put the kettle on before I opened it. I mention that because Mr. Keel, for the Crown, used to say that guilty people get the order of things wrong, and I would like you to know that I have kept mine.',
  'You are required to attend. My name, spelled properly. Nine o’clock; bring this notice; no telephones. It was only at the bottom that anything was the matter, and I read it twice with the steam going up past my glasses.',
  'The courthouse is on Hastings Street. It has been on Hastings Street since 1887.',
  'I turned the paper over. On the back somebody had written, in pencil, quite small: We’ll want to see your hands.',
].join('\n\n')

export const books: SampleBooks = {
  series: [
    { name: null, pitch: 'Three novels. Nothing follows them. Probably.' },
    { name: veil, pitch: 'Three books. It gets closer.' },
    { name: clinic, pitch: 'Seven files. Read them in order; the patients didn’t.' },
  ],
  roles: { advance: 'voss-trials', free: 'true-veil-blues' },
  books: [
    sold({
      slug: 'the-drivers-promise',
      title: "The Driver's Promise",
      subtitle: 'A Novel',
      caption: 'He promised to get her home. She never told him where that was.',
      description:
        'For nine years the same hired car has taken Nora Kessel home from the night shift: same driver, same seat, a dozen words a week. When she changes jobs, he keeps coming. He waits at the curb with the meter off, courteous and certain that the two of them made an agreement. Nora remembers every ride but one.',
      coverAlt: "Cover of The Driver's Promise: a road and a steering wheel sharing one vanishing point",
      genre: 'Psychological Thriller',
      wordCount: 84_200,
      publicationDate: '2018-09-18',
      price: '6.99',
    }),
    sold({
      slug: 'voss-trials',
      title: 'Voss Trials',
      subtitle: 'A Novel',
      caption: 'Twelve jurors sent her home. Now she is calling them back.',
      description: vossDescription,
      opening: vossOpening,
      coverAlt: 'Cover of Voss Trials: a red fingerprint with one clean cut across it',
      genre: 'Psychological Thriller',
      wordCount: 91_600,
      publicationDate: '2025-11-01',
      price: '6.99',
    }),
    sold({
      slug: 'the-veil-lives',
      title: 'The Veil Lives',
      subtitle: 'A Novel',
      caption: 'The museum sent it for repair. It has started to mend itself.',
      description:
        'Textile conservator Agnes Thorne has six weeks and one mourning veil, last worn in 1911. She counts the threads, because that is the job, and on Monday there are more of them. Then the rest of the house begins to mend: a glued cup, an old scar, a photograph with somebody cut out of it.',
      coverAlt: 'Cover of The Veil Lives: a hand pressed against pale cloth from behind',
      genre: 'Supernatural Suspense',
      wordCount: 78_900,
      publicationDate: '2025-02-11',
      price: '6.99',
    }),
    sold({
      slug: 'true-veil',
      title: 'True Veil',
      series: veil,
      seriesOrder: 1,
      caption: 'There is a figure in the stage curtain. It was not there at rehearsal.',
      description:
        'Lena Corrow comes home to sell her aunt’s theatre, a brick box on the harbour that has been dark since 1987. The house curtain will not rise. Somebody is standing against the back of it, humming, and the tune is one that Lena’s aunt never finished writing.',
      coverAlt: 'Cover of True Veil: a head and shoulders pressing through violet threads',
      genre: 'Supernatural Suspense',
      wordCount: 88_300,
      publicationDate: '2019-10-08',
      price: '5.99',
    }),
    sold({
      slug: 'echo-of-the-veil',
      title: 'Echo of the Veil',
      series: veil,
      seriesOrder: 2,
      caption: 'Five people in town are humming the same tune. Nobody taught it to them.',
      description:
        'The theatre is sold and the curtain has been cut up, which was a mistake. There is a length of it in the church, another in the school, one over a window on Mill Street, and behind each of them somebody is standing. Lena knows how the tune goes on. She is the one person who must not sing it.',
      coverAlt: 'Cover of Echo of the Veil: the same figure repeated behind violet threads, fading outward',
      genre: 'Supernatural Suspense',
      wordCount: 92_700,
      publicationDate: '2020-10-06',
      price: '5.99',
    }),
    sold({
      slug: 'veils-last-song',
      title: "Veil's Last Song",
      series: veil,
      seriesOrder: 3,
      caption: 'The curtain is open at last, and nobody is behind it. Count the audience.',
      description:
        'Every piece of the curtain has been found, sewn together and hung, and on the night it opens the stage is bare. Three hundred tickets were sold. Three hundred and one people are in their seats. Lena has one song left, and somebody in the house already knows the words.',
      coverAlt: "Cover of Veil's Last Song: a violet curtain parted, with nobody behind it",
      genre: 'Supernatural Suspense',
      wordCount: 95_100,
      publicationDate: '2021-10-05',
      price: '5.99',
    }),
    sold({
      slug: 'patient-92',
      title: 'Patient 92',
      series: clinic,
      seriesOrder: 1,
      caption: 'The clinic has ninety-one beds. The night nurse has ninety-two charts.',
      description:
        'Iris Tamm takes the night post at a sleep clinic on a lake with no road in after dark. There are ninety-one patients, ninety-one beds, and a ninety-second chart that somebody keeps filling in. During a power failure every monitor on the ward goes flat but one. That trace has no bed, and it goes on beating.',
      coverAlt: 'Cover of Patient 92: ninety-two flat traces, one of them beating',
      genre: 'Psychological Thriller',
      wordCount: 61_400,
      publicationDate: '2022-03-01',
      price: '4.99',
    }),
    sold({
      slug: 'let-the-dead-rest',
      title: 'Let the Dead Rest',
      series: clinic,
      seriesOrder: 2,
      caption: 'Two funerals, three graves. The one in the middle is the newest.',
      description:
        'The clinic buries its own, discreetly, on the rise behind the laundry. This winter there were two services, and Iris stood through both. Then the snow goes and she counts again. Whoever dug the third grave had a key to the tool shed, and so, it turns out, does Iris.',
      coverAlt: 'Cover of Let the Dead Rest: three mounds under ruled green lines, the middle one tallest',
      genre: 'Mystery Thriller',
      wordCount: 58_800,
      publicationDate: '2022-07-05',
      price: '4.99',
    }),
    sold({
      slug: 'rebirth',
      title: 'Rebirth',
      series: clinic,
      seriesOrder: 3,
      caption: 'He died in March. In June he signed the visitors’ book.',
      description:
        'Iris washed the body of Tobias Renn herself. Now he is at the front desk in a good coat, with the right papers and a small scar she remembers closing, asking to see the patient in bed forty. The director is delighted. He says it is what the clinic is for.',
      coverAlt: 'Cover of Rebirth: a sphere rising through ruled green lines',
      genre: 'Psychological Thriller',
      wordCount: 60_200,
      publicationDate: '2022-11-01',
      price: '4.99',
    }),
    sold({
      slug: 'genesis',
      title: 'Genesis',
      series: clinic,
      seriesOrder: 4,
      caption: 'The first file in the cabinet is forty years old. It has Iris’s name on it.',
      description:
        'Before it was a sleep clinic it was a school, and before that nobody will say. Iris is thirty-four. The first file in the director’s cabinet was opened six years before she was born, in her name, with her blood type and two words in the margin: try again.',
      coverAlt: 'Cover of Genesis: a helix drawn only in the weight of ruled green lines',
      genre: 'Mystery Thriller',
      wordCount: 63_500,
      publicationDate: '2023-03-07',
      price: '4.99',
    }),
    sold({
      slug: 'step-back',
      title: 'Step Back',
      series: clinic,
      seriesOrder: 5,
      caption: 'She got out. Every morning she wakes one stair further down.',
      description:
        'Iris has a flat in the city now, a day job and a lock she chose herself. She has also begun to walk in her sleep: the landing, the first stair, the second. There are fourteen stairs to the street. At the bottom a car has started waiting, with its inside light on.',
      coverAlt: 'Cover of Step Back: ruled green lines broken into a flight of stairs',
      genre: 'Psychological Thriller',
      wordCount: 57_900,
      publicationDate: '2023-08-01',
      price: '4.99',
    }),
    sold({
      slug: 'nexus-of-lies',
      title: 'Nexus of Lies',
      series: clinic,
      seriesOrder: 6,
      caption: 'Six witnesses, six lies. They agree on one thing: Iris was there.',
      description:
        'The night the east wing burned, six of the staff went on record. No two stories fit, and every one has a hole in it of the same size and shape. The detective has laid them one over another and held them up to the light. He would like Iris to tell him what she sees.',
      coverAlt: 'Cover of Nexus of Lies: every green line pulled into one bright knot',
      genre: 'Mystery Thriller',
      wordCount: 65_300,
      publicationDate: '2024-01-09',
      price: '4.99',
    }),
    sold({
      slug: 'final-reckoning',
      title: 'Final Reckoning',
      series: clinic,
      seriesOrder: 7,
      caption: 'The inquiry wants a list of the dead. Patient 92 would like a word first.',
      description:
        'A borrowed courtroom, four commissioners and a box of ninety-two charts: the public inquiry into the clinic opens on a Monday. Iris is the last witness on the list and the only one who has turned up. All she has to do is read out the names. From the gallery, somebody answers to every one of them.',
      coverAlt: 'Cover of Final Reckoning: a storm of green traces above, a flat line below',
      genre: 'Psychological Thriller',
      wordCount: 71_800,
      publicationDate: '2024-06-04',
      price: '4.99',
    }),
    // Given away, and on no shelf.
    {
      slug: 'true-veil-blues',
      title: 'True Veil Blues',
      series: veil,
      caption: 'Goes with True Veil, the first of The Veil Song Chronicles.',
      cover: { kind: 'pack', name: 'true-veil-blues' },
      coverAlt: 'Cover of True Veil Blues: a head and shoulders pressing through violet threads',
      isHidden: true,
    },
  ],
}
