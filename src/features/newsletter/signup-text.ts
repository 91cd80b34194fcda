import { author } from '#lib/author.ts'

/** What the forms of the newsletter share; the product fixes most of these words. */
export const formWords = {
  joined: { title: 'Welcome!', description: "You've successfully joined the mailing list." },
  button: 'Join the List',
  joining: 'Joining...',
  in: "You're In!",
  confirm: 'Check your inbox and confirm; the door only opens from the inside.',
  privacyLink: 'Privacy Policy',
  retry: 'Your address is still in the box. Try once more.',
} as const

/** The line above the footer. */
export const footerText = {
  heading: 'One letter a month',
  line: 'The next book, early. The other days are quiet.',
  button: 'Join',
} as const

/** The floating prompt and its dialog. It never opens by itself. */
export const promptText = {
  pill: 'Get the next one early',
  heading: 'Get the next one early',
  line: 'I write once a month. You’ll know it’s me.',
} as const

/** What a person agrees to on joining. The version is kept in each consent record: new words, new id. */
export const signupConsent = {
  version: 'signup-2025-07-26',
  text: `By joining you ask ${author.name} (${author.postalAddress}; ${author.email}) to email you about once a month with news of books, free stories and advance copies. You can withdraw your consent at any time, with the link in every letter or by writing to either address.`,
} as const
