import { renderLetter, type Signature } from '#server/letter-html.tsx'

/** The owner's own proof that letters leave. It holds nothing that was typed anywhere. */
export function trialLetter(author: Signature) {
  return renderLetter(
    {
      subject: 'A test letter from your site',
      heading: 'It works.',
      blocks: [
        'You asked your site for a test letter, and this is it. Letters to your readers can leave the same way.',
        'If you found it among the spam, your readers may find theirs there, too: the guide says what helps.',
      ],
      note: 'You get this because you pressed “Send test letter” in the settings of your site.',
      unsubscribeUrl: null,
    },
    author,
  )
}
