import { paths } from '#lib/paths.ts'
import { line, prose, rows, standIn, type WordSet } from '#lib/word-set.ts'

/** The page that the letter with the free book leads to. */
export const giftWords = {
  name: 'gift',
  kind: 'page',
  title: 'Where the free book is fetched',
  path: paths.gift(standIn),
  fields: {
    eyebrow: line('Above the title', 'Your free copy'),
    intro: line(
      'Under the title',
      'A whole book, and nothing to pay. It is yours to keep, on every device you read on.',
    ),
    button: line('The button', 'Download the book'),
    after: line('Under the button', 'You’ll find it in your downloads. Help for each device is below.'),
    keep: line(
      'Small, under that',
      'Please don’t pass the file on. If you know somebody who’d like it, send them to this site.',
    ),
    devicesHeading: line('Heading of the help for each device', 'Getting it onto your e-reader'),
    devices: rows('Help, one device a line: the device, a colon, what to do', deviceHelp()),
    pdfDevices: rows('Help for a PDF, one device a line: the device, a colon, what to do', pdfHelp()),
    missingHeading: line('Heading while the file is not in its place', 'Not here yet'),
    missing: line(
      'Under that heading',
      'The book is being put in its place. Your link is good; please try it again later.',
    ),
    used: line('Once a link was used too often', 'This link has done all the downloads it can.'),
    ask: line('Where a reader may ask for a fresh link', 'Ask for another, and it comes by mail.'),
    asked: line(
      'Once a fresh link is on its way',
      'A fresh link goes to the address this one was sent to. Nothing after ten minutes? Look among your unwanted mail.',
    ),
    revoked: line('Where you have closed the link yourself', 'I have closed this link. Is that a mistake?'),
    removed: line('Once you have removed the file', 'This is not given away any more.'),
    write: line('Where a reader must write to you instead', 'Write to me, and I’ll see to it.'),
    unknownHeading: line('Heading of a link that is none', 'Not one of ours'),
    unknown: line(
      'Under that heading',
      'This link is not one of ours, or it has been cut short. Copy it whole from the letter.',
    ),
  },
} as const satisfies WordSet

/** The letter she pastes into her own mail program. The link stands between its two parts. */
export const letterByHandWords = {
  name: 'letter-by-hand',
  kind: 'letter',
  title: 'The free book, sent by yourself',
  path: null,
  fields: {
    subject: line('Subject', 'Your copy of {freebook}'),
    before: prose(
      'Before the link',
      'I promised you a book, and here it is: {freebook}, whole and free. It opens on any reader, phone or computer.',
    ),
    label: line('Above the link', 'Get your book'),
    after: prose(
      'After the link',
      'The link is yours alone and closes after 24 hours. If you come late, write to me.\n\nPlease don’t pass the file on. If somebody should read it, send them to the site.',
    ),
    foot: prose(
      'Below your name and address',
      'You get this because you are one of my readers. If you want no more letters like it, answer and say so.',
    ),
  },
} as const satisfies WordSet

function pdfHelp(): string {
  return `Phone and tablet: Press the button, then open the file from your downloads. It opens in the browser; to keep it, share it with Books, Files or the reading app you use.
Computer: A double click opens it, in the browser or in the program for PDF you have.
Kindle and Kobo: Connect the reader to a computer with its cable and drag the file onto it. For Kindle, “Send to Kindle” on Amazon’s site does the same without a cable.`
}

function deviceHelp(): string {
  return `Kindle: Download the file on your phone or computer. Then open “Send to Kindle” on Amazon’s site, or share the file with the Kindle app, and sign in with your own account. It arrives in your library in a few minutes.
Kobo: Connect the Kobo to a computer with its cable and drag the file onto it. Or open this page in the Kobo’s own browser, under More and then Beta Features, and download it there.
iPhone and iPad: Press the button, then open the file from Safari’s downloads. Choose Books, and it stays in your library.
Android: Press the button, then open the file from your notifications. If nothing opens it, install a reading app for EPUB, such as the one of your book shop, and share the file with it.
Computer: On a Mac, a double click opens it in Books. On Windows and Linux a free program such as Thorium or Calibre reads it.`
}
