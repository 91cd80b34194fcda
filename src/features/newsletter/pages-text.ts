/** What the product fixes of the newsletter's own pages; the rest is in newsletter-words.ts. */
export const signupAgain = 'Sign Up Another Email'

/** The two pages a letter leads to. Only their button does anything: mail programs open links by themselves. */
export const confirmButton = 'Confirm my address'
export const leaveText = { heading: 'Leave the list?', button: 'Yes, let me out', stay: 'Stay' } as const

export const letterLinkText = {
  failed: {
    heading: 'This link does not work',
    write: 'Write to me instead',
    signUp: 'Sign up again',
  },
  home: 'Back to Home',
  stories: 'Read a story meanwhile',
} as const
