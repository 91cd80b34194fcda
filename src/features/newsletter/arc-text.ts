import { type Author, factsOf } from '#lib/author.ts'

/** SAMPLE words for a sample book. `before` and `after` turn on the publication date, November 1, 2025. */
export const arcText = {
  title: 'Voss Trials',
  tagline: 'The verdict was unanimous. It wasn’t final.',
  genre: 'Psychological Thriller',
  publication: {
    before: {
      dateLine: 'Publishes November 1, 2025',
      note: 'Advance copies go out before that. Twelve chairs; there is room for one more.',
    },
    after: {
      dateLine: 'Published November 1, 2025',
      note: 'The book is out; the list is for the next one.',
    },
  },
  form: {
    before: { heading: 'Ask for the advance copy', button: 'Get My ARC Copy' },
    after: { heading: 'Join the advance list', button: 'Join the ARC List' },
  },
  pending: 'Signing Up...',
  successNote: {
    before: 'The jury thanks you.',
    after: 'The book is out, so your copy will be of the next one. The jury thanks you.',
  },
} as const

/** What the form answers; the product fixes these words. */
export const arcWords = {
  emailRequired: 'Please enter your email address to receive your ARC copy.',
  joined: {
    title: 'Success!',
    description: "You're signed up for your Voss Trials ARC copy. Details coming soon!",
  },
  failed: 'There was an error signing you up. Please try again.',
}

export const arcBenefits = [
  {
    heading: 'The whole novel',
    text: 'All of it, as an EPUB that opens on most phones, tablets and e-readers.',
  },
  {
    heading: 'Nothing owed',
    text: 'A review is welcome and never required. If you write one, say what you thought; a bad one costs you nothing here.',
  },
  {
    heading: 'A word before it is final',
    text: 'You may catch what an editor and a dog have missed, and there is still time to put it right. Whoever does is thanked by name.',
  },
] as const satisfies readonly { heading: string; text: string }[]

export const aboutTheBook = {
  heading: 'About the book',
  paragraphs: [
    'Isobel Voss was tried for the death of her husband in a locked house on Larch Street. The Crown had one thing: a thumbprint on the inside of the cellar door, cut clean across the middle by a scar. Isobel’s thumbs were smooth. Twelve people looked at her hands, sent her home, and went back to their lives.',
    'Ruth Amery was juror nine. The law says she may not repeat what was said in the jury room: not to her husband, not to a newspaper, not to the woman next door. For fourteen months she hasn’t. Then a summons comes with the gas bill. The address is Larch Street.',
    'There are twelve chairs in the dining room. Isobel would like the case heard again, she says, since the first time went so quickly. By the second evening nobody has left.',
    'Because before lunch that jury stood at eleven to one for guilty, and by five o’clock it was twelve to nothing the other way. Only the people at this table know how that was done. Isobel means to find out which of them did it. It was not the verdict she wanted. She had been counting on the lock.',
    'Ruth could tell her. But Ruth has had a bandage on her thumb since Sunday, and she cannot think where she got the cut.',
  ],
  opening: {
    heading: 'It begins',
    paragraphs: [
      'The summons came on a Tuesday, with the gas bill. I knew the envelope. You don’t forget that envelope: the window, the crest, the grey paper they must buy by the tonne. I had answered one fourteen months before and thought we were square.',
      'I put the kettle on before I opened it. I mention that because Mr. Keel, for the Crown, used to say that guilty people get the order of things wrong, and I would like you to know that I have kept mine.',
      'You are required to attend. My name, spelled properly. Nine o’clock; bring this notice; no telephones. It was only at the bottom that anything was the matter, and I read it twice with the steam going up past my glasses.',
      'The courthouse is on Hastings Street. It has been on Hastings Street since 1887.',
      'I turned the paper over. On the back somebody had written, in pencil, quite small: We’ll want to see your hands.',
    ],
  },
} as const

const withdraw = 'You can withdraw at any time, with the link in any of them or by writing to either address.'

/** What the ARC form says about itself. It asks for one book; the newsletter is a separate, unticked box. */
export const arcLegal = {
  consent: {
    before: (author: Author) =>
      `${factsOf(author).sender} asks for your address to send you one advance reader copy, with the few letters needed to deliver it. ${withdraw}`,
    after: (author: Author) =>
      `${factsOf(author).sender} asks for your address to send you one advance reader copy of the next book after Voss Trials, with the few letters needed to deliver it. ${withdraw}`,
  },
  oneBook: {
    before: 'This form is for one book. It does not put you on the newsletter.',
    after: 'This form is for one book, the next one. It does not put you on the newsletter.',
  },
  newsletterBox: 'Also send me the monthly letter. I can leave at any time.',
  review:
    'A review is optional. If you write one, make it honest, good or bad; it will not change what you are sent next.',
  disclosure:
    'If you post a review, please say that the copy was free. One sentence does it: “I received a free advance copy of this book.”',
  file: 'The file is for you. Please don’t share, post or sell it.',
  privacy: 'Your name and address are used for this and nothing else. The rest is in the',
} as const
