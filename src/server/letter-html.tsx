import { renderToStaticMarkup } from 'react-dom/server'
import { author } from '#lib/author.ts'

export type Block = string | { label: string; href: string }

export type LetterWords = {
  subject: string
  heading: string
  /** paragraphs and buttons, in order */
  blocks: Block[]
  /** the small print above the address */
  note: string
  unsubscribeUrl: string | null
}

/** One set of words, two parts: whoever reads only text misses nothing. Styles are inline because mail has no sheet. */
export function renderLetter(
  words: LetterWords,
  postalAddress: string,
): { subject: string; html: string; text: string } {
  const html = `<!doctype html>${renderToStaticMarkup(<LetterHtml words={words} postalAddress={postalAddress} />)}`
  return { subject: words.subject, html, text: letterText(words, postalAddress) }
}

function letterText({ heading, blocks, note, unsubscribeUrl }: LetterWords, postalAddress: string): string {
  const body = blocks.map((block) => (typeof block === 'string' ? block : `${block.label}:\n${block.href}`))
  const leave = unsubscribeUrl ? [`Leave the list at any time:\n${unsubscribeUrl}`] : []
  return [heading, ...body, `-- \n${author.name}\n${postalAddress}`, note, ...leave].join('\n\n').concat('\n')
}

const ink = '#1f1b16'
const muted = '#574f44'
const serif = "Literata, Georgia, 'Times New Roman', serif"
const sans = "'Instrument Sans', Helvetica, Arial, sans-serif"

function LetterHtml({ words, postalAddress }: { words: LetterWords; postalAddress: string }) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{words.subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: '#f7f2e8', color: ink }}>
        <div style={{ maxWidth: 560, margin: '0 auto', padding: '40px 24px' }}>
          <p style={{ margin: '0 0 32px', font: `22px/1.2 ${serif}`, letterSpacing: '.01em' }}>{author.name}</p>
          <div style={{ borderTop: '2px solid #8a4a06', background: '#fffdf8', padding: '32px 28px' }}>
            <h1 style={{ margin: '0 0 20px', font: `400 28px/1.2 ${serif}` }}>{words.heading}</h1>
            {words.blocks.map((block) =>
              typeof block === 'string' ? (
                <Paragraph key={block} text={block} />
              ) : (
                <LetterButton key={block.href} {...block} />
              ),
            )}
          </div>
          <div style={{ padding: '24px 4px', font: `14px/1.5 ${sans}`, color: muted }}>
            <p style={{ margin: '0 0 12px' }}>{words.note}</p>
            <p style={{ margin: '0 0 12px' }}>
              {author.name}
              <br />
              {postalAddress}
            </p>
            {words.unsubscribeUrl && (
              <p style={{ margin: 0 }}>
                <a href={words.unsubscribeUrl} style={{ color: '#7c4205' }}>
                  Leave the list
                </a>
              </p>
            )}
          </div>
        </div>
      </body>
    </html>
  )
}

/** Line breaks are the writer's: a reader's message is shown as she typed it. */
function Paragraph({ text }: { text: string }) {
  return (
    <p style={{ margin: '0 0 18px', font: `18px/1.6 ${serif}`, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </p>
  )
}

function LetterButton({ label, href }: { label: string; href: string }) {
  return (
    <p style={{ margin: '0 0 22px' }}>
      <a
        href={href}
        style={{
          display: 'inline-block',
          padding: '14px 24px',
          background: '#8a4a06',
          color: '#fff8ec',
          font: `600 16px/1.2 ${sans}`,
          textDecoration: 'none',
          borderRadius: 3,
        }}
      >
        {label}
      </a>
    </p>
  )
}
