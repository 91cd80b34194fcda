export const contactText = {
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
      text: 'Interviews, review copies, translation and film: say so in the first line, and it goes to the top of the pile.',
    },
    manuscripts: 'Please don’t send manuscripts. They get in.',
  },
  privacyLine:
    'Your message is kept for 24 months at most, so that I can answer it. It never puts you on the mailing list.',
  privacyLink: 'Privacy Policy',
  button: { label: 'Send Message', pending: 'Sending...' },
  nothingLost: 'Nothing was lost. It’s still here.',
  sentHeading: 'Message Sent',
  sentLinks: { home: 'Back to Home', stories: 'Read Short Stories' },
  sentNote: 'It’s through the slot. I heard it land.',
} as const

/** What the form answers; the product fixes these words. */
export const contactWords = {
  sent: { title: 'Message sent!', description: "Thank you for reaching out. We'll get back to you soon." },
  failedTitle: 'Error',
  failed: 'Failed to send message',
  /** the server was never reached, or never answered */
  unanswered: 'Failed to send message. Please try again.',
} as const
