import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { type LetterWords, renderLetter } from '#server/letter-html.tsx'

type Place = { siteUrl: string; postalAddress: string }

/** The first letter. It holds nothing the person typed, not even her name: nobody can make us carry their words. */
export function confirmLetter({ siteUrl, postalAddress }: Place, token: string) {
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
    postalAddress,
  )
}

export function welcomeLetter({ siteUrl, postalAddress }: Place, unsubscribeUrl: string) {
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
    postalAddress,
  )
}

export function arcLetter({ siteUrl, postalAddress }: Place, unsubscribeUrl: string, isPublished: boolean) {
  const words: LetterWords = {
    subject: 'Your advance copy of Voss Trials',
    heading: 'The jury thanks you.',
    blocks: [
      isPublished
        ? 'Voss Trials is out, and your name is on the advance list for the book after it. When there is a file, it comes in a letter like this one.'
        : 'Your request for the advance copy of Voss Trials is in. The file comes in a letter like this one, before November 1, 2025.',
      'A review is welcome and never owed. If you write one, make it honest, and say that the copy was free.',
      { label: 'About the book', href: siteUrl + paths.arc },
    ],
    note: 'You get this because you asked for an advance reader copy. It does not put you on the newsletter.',
    unsubscribeUrl,
  }
  return renderLetter(words, postalAddress)
}
