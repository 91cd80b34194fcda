/** What the forms of the newsletter share; the product fixes most of these words. */
export const formWords = {
  joined: { title: 'Welcome!', description: "You've successfully joined the mailing list." },
  button: 'Join the List',
  joining: 'Joining...',
  in: "You're In!",
  privacyLink: 'Privacy Policy',
  retry: 'Your address is still in the box. Try once more.',
} as const
