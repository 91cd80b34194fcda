import type { Author } from '#lib/author.ts'

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

/** What a person agrees to on joining. Each wording there was is kept, and each consent names its own. */
export const signupConsent = (author: Author): string =>
  `By joining you ask ${whoAndWhere(author)} to email you about once a month with news of books, free stories and advance copies. You can withdraw your consent at any time, with the link in every letter or by writing to either address.`

/** Her name, and where she can be reached. */
export function whoAndWhere({ name, postalAddress, email }: Author): string {
  const places = [postalAddress, email].filter(Boolean).join('; ')
  return places ? `${name} (${places})` : name
}
