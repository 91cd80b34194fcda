import { author } from '#lib/author.ts'

export const contactText = {
  heading: `Write to ${author.name}`,
  intro: [
    'This comes straight to me. Tell me which door you would have left shut, or what I got wrong about your line of work.',
    'Book clubs and librarians are always answered. So is anyone who has heard the humming.',
  ],
  aside: {
    replyTime: {
      heading: 'When you’ll hear back',
      text: 'Usually within a week. If two have gone by, the dog has it; write again.',
    },
    pressAndRights: {
      heading: 'Press and rights',
      text: 'Interviews, review copies, translation and film: put the word in the subject line, and it goes to the top of the pile.',
      email: author.email,
    },
    manuscripts: 'Please don’t send manuscripts. They get in.',
  },
  privacyLine:
    'Your message is kept for 24 months at most, so that I can answer it. It never puts you on the mailing list.',
  sentNote: 'It’s through the slot. I heard it land.',
} as const
