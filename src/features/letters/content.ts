/** What the pages of letters on the site say. */
export const webText = {
  heading: 'Letters',
  line: 'Letters to the mailing list, as they were sent.',
  none: 'No letter stands here yet. Whoever is on the mailing list gets them first.',
  missing: { heading: 'Letter Not Found', line: 'There is no letter at this address.' },
  all: 'All letters',
  join: { heading: 'Get the next one', label: 'Sign up' },
} as const

export const lettersFeed = '/letters.xml'
