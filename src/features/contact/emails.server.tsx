import { renderLetter, type Signature } from '#server/letter-html.tsx'
import type { ContactInput } from './contract.ts'

/** The notice to the author. Answering it answers the reader. */
export function noticeLetter(author: Signature, { name, email, message }: ContactInput) {
  return renderLetter(
    {
      subject: `A message from ${name}`,
      heading: `${name} wrote to you`,
      blocks: [{ quote: message }, `Answer this letter, and it goes to ${email}.`],
      note: 'It came through the contact form of your site, and is kept there too.',
      unsubscribeUrl: null,
    },
    author,
  )
}
