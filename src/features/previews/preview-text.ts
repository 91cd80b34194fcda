/** The words of the page a private link leads to. */
export const previewText = {
  before: 'A draft, shown to you by its author until ',
  after: '. Please do not pass the link on.',
  closed: {
    heading: 'This link is closed',
    text: 'Its time is over, its author has closed it, or it has been cut short on the way. Ask her for another.',
  },
} as const
