import { written } from '#features/words/letter.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { formatDate } from '#lib/dates.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { type LetterWords, renderLetter } from '#server/letter-html.tsx'
import type { SiteSnapshot } from '#server/site.ts'
import type { ArcBook, ArcState } from './arc.ts'
import { confirmLetterWords, welcomeLetterWords } from './newsletter-words.ts'

type Place = { siteUrl: string } & Pick<SiteSnapshot, 'author' | 'words'>

/** The first letter. It holds nothing the person typed, not even her name: nobody can make us carry their words. */
export function confirmLetter({ siteUrl, author, words }: Place, token: string) {
  const { subject, heading, body, button, after } = wordsIn({ words }, confirmLetterWords)
  return renderLetter(
    {
      subject,
      heading,
      blocks: [written(body, siteUrl), { label: button, href: `${siteUrl}/confirm/${token}` }, written(after, siteUrl)],
      note: 'You get this one letter because your address was typed into the form on the site.',
      unsubscribeUrl: null,
    },
    author,
  )
}

export function welcomeLetter({ siteUrl, author, words }: Place, unsubscribeUrl: string) {
  const { subject, heading, body, button } = wordsIn({ words }, welcomeLetterWords)
  return renderLetter(
    {
      subject,
      heading,
      blocks: [written(body, siteUrl), { label: button, href: `${siteUrl}${paths.shortStories}` }],
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
