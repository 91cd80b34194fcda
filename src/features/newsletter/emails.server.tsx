import { written } from '#features/words/letter.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { renderLetter } from '#server/letter-html.tsx'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'
import type { ArcBook, ArcState } from './arc.ts'
import { arcLetterWords } from './arc-words.ts'
import { confirmLetterWords, welcomeLetterWords } from './newsletter-words.ts'

type Place = { siteUrl: string } & Pick<SiteSnapshot, 'author' | 'words' | 'pages'>

/** The first letter. It holds nothing the person typed, not even her name: nobody can make us carry their words. */
export function confirmLetter(place: Place, token: string) {
  const { siteUrl, author } = place
  const { subject, heading, body, button, after } = wordsIn(place, confirmLetterWords)
  return renderLetter(
    {
      subject,
      heading,
      blocks: [written(body, place), { label: button, href: `${siteUrl}/confirm/${token}` }, written(after, place)],
      note: 'You get this one letter because your address was typed into the form on the site.',
      unsubscribeUrl: null,
    },
    author,
  )
}

export function welcomeLetter(place: Place, unsubscribeUrl: string) {
  const { siteUrl, author } = place
  const { subject, heading, body, button } = wordsIn(place, welcomeLetterWords)
  return renderLetter(
    {
      subject,
      heading,
      blocks: [
        written(body, place),
        ...(isPageOpen(place, 'stories') ? [{ label: button, href: siteUrl + paths.shortStories }] : []),
      ],
      note: `You get this because you joined the mailing list of ${author.name}.`,
      unsubscribeUrl,
    },
    author,
  )
}

/** Says that a request has come in. The copy itself comes later, so no word of this letter promises it here. */
export function arcLetter(place: Place, unsubscribeUrl: string, book: ArcBook, state: ArcState) {
  const { siteUrl, author } = place
  const said = wordsIn(place, arcLetterWords)
  const isBefore = state === 'before'
  return renderLetter(
    {
      subject: isBefore ? said.subjectBefore : said.subjectAfter,
      heading: said.heading,
      blocks: [
        written(isBefore ? said.before : said.after, place),
        written(said.review, place),
        { label: isBefore ? said.buttonBefore : said.buttonAfter, href: siteUrl + arcPath(book.slug) },
      ],
      note: 'You get this because you asked for an advance reader copy. It does not put you on the newsletter.',
      unsubscribeUrl,
    },
    author,
  )
}
