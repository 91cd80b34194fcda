import type { Author } from '#lib/author.ts'
import { formatDate } from '#lib/dates.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { type LetterWords, renderLetter } from '#server/letter-html.tsx'
import type { ArcBook, ArcState } from './arc.ts'

type Place = { siteUrl: string; author: Author }

/** The first letter. It holds nothing the person typed, not even her name: nobody can make us carry their words. */
export function confirmLetter({ siteUrl, author }: Place, token: string) {
  return renderLetter(
    {
      subject: 'Please confirm your address',
      heading: 'One turn of the key.',
      blocks: [
        `Somebody, most likely you, asked to join the mailing list of ${author.name} with this address.`,
        { label: 'Confirm my address', href: `${siteUrl}/confirm/${token}` },
        'If it was not you, do nothing. Without the button nothing more will come.',
      ],
      note: 'You get this one letter because your address was typed into the form on the site.',
      unsubscribeUrl: null,
    },
    author,
  )
}

export function welcomeLetter({ siteUrl, author }: Place, unsubscribeUrl: string) {
  return renderLetter(
    {
      subject: 'You’re in',
      heading: 'You’re in.',
      blocks: [
        'I write once a month. You’ll know it’s me.',
        'Until then there is something to read on the site. It is free, and it takes ten minutes at most. Lock up first.',
        { label: 'Read a story', href: siteUrl + paths.shortStories },
      ],
      note: `You get this because you joined the mailing list of ${author.name}.`,
      unsubscribeUrl,
    },
    author,
  )
}

type ArcLetterWords = { subject: string; promise: string; link: string }

const arcLetterWords: Record<ArcState, (title: string, day: string | null) => ArcLetterWords> = {
  before: (title, day) => ({
    subject: `Your request for ${title}`,
    promise: `Your request for the advance copy of ${title} is in. The file comes in a letter like this one, before ${day ? formatDate(day) : 'the book is out'}.`,
    link: 'About the book',
  }),
  after: (title) => ({
    subject: 'You are on the advance list',
    promise: `${title} is out, so there is no advance copy of it left to send. Your name is on the list for the book after it. When there is a file, it comes in a letter like this one.`,
    link: `About ${title}`,
  }),
}

/** Says that a request has come in. The copy itself comes later, so no word of this letter promises it here. */
export function arcLetter({ siteUrl, author }: Place, unsubscribeUrl: string, book: ArcBook, state: ArcState) {
  const { subject, promise, link } = arcLetterWords[state](book.title, book.publicationDate)
  const words: LetterWords = {
    subject,
    heading: 'The jury thanks you.',
    blocks: [
      promise,
      'A review is welcome and never owed. If you write one, make it honest, and say that the copy was free.',
      { label: link, href: siteUrl + arcPath(book.slug) },
    ],
    note: 'You get this because you asked for an advance reader copy. It does not put you on the newsletter.',
    unsubscribeUrl,
  }
  return renderLetter(words, author)
}
