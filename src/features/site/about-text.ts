import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'

export type Theme = { theme: string; line: string }

export const bio = (author: Author): readonly string[] => [
  `${author.name} writes psychological thrillers and supernatural suspense about ordinary rooms that have started to pay attention. A clinic with one chart too many. A stage curtain that was flat last night. A hired car at the curb, waiting, with the meter off.`,
  'She grew up in a rented house on the north shore of Lake Erie, the youngest of four, in the bedroom over the furnace. The furnace talked. Her brothers said it was the ducts. She believed them until she was nine, when the furnace was taken out and the talking went on for a week.',
  'Before the books she was a court reporter for eleven years, then a night clerk in a hospital records room. The first job taught her that people pause before the true thing. The second taught her that a file goes missing when somebody wants it to, and comes back when somebody has finished with it. She has been spending both lessons ever since.',
  'Her first novel was written between two and five in the morning, at a desk facing a wall, and came out in 2018. There are thirteen now: three about a song, seven about a clinic, and three that keep to themselves.',
  'She lives in Ontario, in a house with good locks, with a dog who will not go down to the cellar. She has asked him why. He looks at her as if she already knew.',
]

export const characterPhilosophy = {
  heading: 'What the characters are afraid of',
  paragraphs: [
    'A monster is a relief. You can point at it, and somebody will believe you. The people in my books have no such luck. They hear the step overhead and say the house is settling. They have good manners. They wait to be sure, and they are reasonable one minute too long.',
    'I don’t write brave people. I write people with a mortgage, a bad knee and a sister they ought to have called. They notice things because noticing is their job: a nurse counts, a conservator looks, a juror remembers. What undoes them is a kindness at the wrong door, or a promise made on a day when it cost nothing.',
    'I play fair with them. Whatever happens to a character was hers to see once, early, in good light. Go back and you will find it, usually on a page where you were watching somebody else.',
  ],
} as const

export const genresAndThemes = {
  heading: 'Genres and themes',
  rows: [
    { theme: 'Psychological thriller', line: 'The danger has a key, and somebody in the house gave it to him.' },
    {
      theme: 'Supernatural suspense',
      line: 'There is something in the room, and the book will not tell you otherwise.',
    },
    { theme: 'Closed rooms', line: 'Wards, theatres, jury rooms, cars: places with rules about who may leave.' },
    { theme: 'Memory', line: 'Everyone was there, and no two of them were at the same evening.' },
    { theme: 'Promises', line: 'Made lightly, and kept to the letter by the wrong person.' },
    { theme: 'Grief', line: 'The dead are no trouble; it is whoever still lays a place for them.' },
    { theme: 'Paperwork', line: 'A form, once filed, outlives everyone who knew it was wrong.' },
    { theme: 'Houses', line: 'They settle; you don’t have to.' },
  ] satisfies readonly Theme[],
} as const

export const writingApproach = {
  heading: 'How the books are written',
  paragraphs: [
    'By hand first, between two and five in the morning. I stop for the night when I have to turn round and look at the door. It is a good rule. It has never let a chapter run long.',
    'I start with the ordinary thing and try to get it right: how one night shift hands over to the next, what it costs to rehang a curtain, how long a summons takes in the mail. I ask people who do the work. They are thanked in the back of each book, under names they choose.',
    'Then I take one true thing away and see who notices. I don’t plan past the middle. I know the last line and I know who is lying; the rest I find out at the speed you do.',
    'Every draft is read aloud to the dog before anyone else hears it. He has left the room twice. Both chapters stayed in.',
  ],
} as const

export const aboutCaptions = {
  portrait: 'Portrait, as far as anyone will confirm.',
  desk: 'The desk. Nobody remembers turning on the lamp.',
} as const

export const aboutLinks = {
  heading: 'Elsewhere',
  challenge: {
    text: 'One thing on this site is about telling the truth. It involves a very small hippopotamus.',
    label: 'See the House Hippo Challenge',
    href: paths.challenge,
  },
} as const
