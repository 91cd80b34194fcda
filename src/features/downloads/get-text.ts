/** The words of the page a letter leads to. */
export const giftText = {
  eyebrow: 'Your free copy',
  intro: 'A whole book, and nothing to pay. It is yours to keep, on every device you read on.',
  button: 'Download the book',
  after: 'You’ll find it in your downloads. Help for each device is below.',
  keep: 'Please don’t pass the file on. If you know somebody who’d like it, send them to this site.',
  missing: {
    heading: 'Not here yet',
    text: 'The book is being put in its place. Your link is good; please try it again later.',
  },
  closed: {
    expired: '',
    revoked: 'I have closed this link. Is that a mistake?',
    used: 'This link has done all the downloads it can.',
  },
  ask: 'Ask for another; I keep spares.',
  write: 'Write to me, and I’ll see to it.',
  fresh: {
    button: 'Send me a fresh link',
    done: 'A fresh link goes to the address this one was sent to. Nothing after ten minutes? Look among your unwanted mail.',
  },
  unknown: {
    heading: 'Not one of ours',
    text: 'This link is not one of ours, or it has been cut short. Copy it whole from the letter.',
  },
} as const

/** How the file gets onto what she reads on. */
export const deviceHelp = [
  {
    device: 'Kindle',
    steps:
      'Download the file on your phone or computer. Then open “Send to Kindle” on Amazon’s site, or share the file with the Kindle app, and sign in with your own account. It arrives in your library in a few minutes.',
  },
  {
    device: 'Kobo',
    steps:
      'Connect the Kobo to a computer with its cable and drag the file onto it. Or open this page in the Kobo’s own browser, under More and then Beta Features, and download it there.',
  },
  {
    device: 'iPhone and iPad',
    steps: 'Press the button, then open the file from Safari’s downloads. Choose Books, and it stays in your library.',
  },
  {
    device: 'Android',
    steps:
      'Press the button, then open the file from your notifications. If nothing opens it, install a reading app for EPUB, such as the one of your book shop, and share the file with it.',
  },
  {
    device: 'Computer',
    steps:
      'On a Mac, a double click opens it in Books. On Windows and Linux a free program such as Thorium or Calibre reads it.',
  },
] as const
