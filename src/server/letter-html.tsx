import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type AccentTokens, accentOf } from '#lib/accents.ts'
import type { Author } from '#lib/author.ts'

/** A paragraph of ours, somebody else's words, a button, a card, or the author's prose, set and escaped by whoever read it. */
export type Block = string | { quote: string } | { label: string; href: string } | { card: Card } | Written
/** One of her works with the picture that stands for it, and the way there. */
export type Card = { title: string; line: string; picture: string | null; label: string; href: string }
export type Written = { html: string; text: string }

export type LetterWords = {
  subject: string
  heading: string
  /** what a list of letters shows after the subject; left out, the first words */
  preview?: string
  /** paragraphs and buttons, in order */
  blocks: Block[]
  /** the small print above the address */
  note: string
  unsubscribeUrl: string | null
  /** where the same can be read in a browser */
  webUrl?: string | null
}

/** Who a letter is from, and where she can be reached: the law asks for both. In the colour of her pages. */
export type Signature = Pick<Author, 'name' | 'postalAddress' | 'email' | 'website' | 'accent'>

/** Canada's law wants a postal address, and an e-mail address or a website. */
function whereabouts({ postalAddress, email, website }: Signature): string[] {
  return [postalAddress, email || website].filter(Boolean)
}

/** A letter is always paper: what is read on that theme's grounds is read here. */
export function letterInks({ accent }: Pick<Signature, 'accent'>): AccentTokens {
  return accentOf(accent).paper
}

/**
 * One set of words, two parts: whoever reads only text misses nothing. Mail has no style sheet, and some programs lay
 * out nothing but tables: so styles are inline, and colours stand as attributes too where the oldest look for them.
 */
export function renderLetter(words: LetterWords, author: Signature): { subject: string; html: string; text: string } {
  const set = renderToStaticMarkup(<LetterHtml words={words} author={author} />)
  // Nobody's words look like such a place: they are escaped.
  const html = `<!doctype html>${set.replace(/<i data-words="(\d+)"><\/i>/g, (_, at) => writtenAt(words, Number(at)))}`
  return { subject: words.subject, html, text: letterText(words, author) }
}

function letterText({ heading, blocks, note, unsubscribeUrl, webUrl }: LetterWords, author: Signature): string {
  const body = blocks.map((block) => {
    if (typeof block === 'string') return block
    if ('text' in block) return block.text
    if ('card' in block) return [block.card.title, block.card.line, block.card.href].filter(Boolean).join('\n')
    return 'quote' in block ? block.quote : `${block.label}:\n${block.href}`
  })
  const onWeb = webUrl ? [`Read it in your browser:\n${webUrl}`] : []
  const leave = unsubscribeUrl ? [`Leave the list at any time:\n${unsubscribeUrl}`] : []
  return [heading, ...onWeb, ...body, ['-- ', author.name, ...whereabouts(author)].join('\n'), note, ...leave]
    .join('\n\n')
    .concat('\n')
}

const ground = '#f7f2e8'
const page = '#fffdf8'
const ink = '#1f1b16'
const muted = '#574f44'
const line = '#dcd2bf'
const veil = '#5b3fa8'
const display = "Imbue, 'Times New Roman', serif"
const serif = "Literata, Georgia, 'Times New Roman', serif"
const sans = "'Instrument Sans', Helvetica, Arial, sans-serif"

function LetterHtml({ words, author }: { words: LetterWords; author: Signature }) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <title>{words.subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: ground, color: ink }}>
        <Preview words={words} />
        <Table width="100%" color={ground}>
          <td align="center" style={{ padding: '36px 16px' }}>
            <Table width="560" style={{ width: '100%', maxWidth: 560, textAlign: 'left' }}>
              {/* One long word, in a title too, makes no letter wider than a phone. */}
              <td style={{ overflowWrap: 'anywhere' }}>
                {words.webUrl && (
                  <p style={{ margin: '0 0 18px', font: `14px/1.5 ${sans}`, color: muted }}>
                    <a href={words.webUrl} style={{ color: letterInks(author).link }}>
                      Read it in your browser
                    </a>
                  </p>
                )}
                <p style={{ margin: '0 0 14px', font: `30px/1 ${display}`, color: ink }}>{author.name}</p>
                <Curtain />
                <Table width="100%" color={page}>
                  <td style={{ padding: '32px 26px 14px', color: ink }}>
                    <h1 style={{ margin: '0 0 18px', font: `400 28px/1.2 ${serif}`, color: ink }}>{words.heading}</h1>
                    {words.blocks.map((block, at) => (
                      <LetterBlock key={JSON.stringify(block)} block={block} at={at} inks={letterInks(author)} />
                    ))}
                  </td>
                </Table>
                <SmallPrint words={words} author={author} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

type TableProps = { width?: string; color?: string; style?: CSSProperties; children: ReactNode }

/** One row of cells, for the eye only. */
function Table({ width, color, style, children }: TableProps) {
  // React has no `bgcolor` among its attributes, but the oldest mail programs have nothing else.
  const paint = color ? { bgcolor: color, style: { background: color, ...style } } : { style }
  return (
    <table role="presentation" width={width} cellPadding="0" cellSpacing="0" border={0} {...paint}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

const longestPreview = 140

/** What a list of letters shows after the subject: our first words, not the name it already shows. */
function Preview({ words: { preview, blocks } }: { words: LetterWords }) {
  const text = preview || shortened(beginningOf(blocks[0]).replace(/\s+/g, ' '))
  return <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{text}</div>
}

/** A name that is yet to be put in, and a letter of two units, are there whole or not at all. */
function shortened(text: string): string {
  if (text.length <= longestPreview) return text
  return text.slice(0, longestPreview).replace(/\{[^{}]*$|[\uD800-\uDBFF]$/, '')
}

function beginningOf(first: Block | undefined): string {
  if (first === undefined || typeof first === 'string') return first ?? ''
  if ('card' in first) return first.card.title
  return 'quote' in first ? first.quote : 'text' in first ? first.text : ''
}

// The curtain of the site's first page, as far as a letter without pictures can draw it.
const folds = [...'11111112223344554433221111223455543221112233221111111111'].map(Number)

function Curtain() {
  return (
    <Table width="100%" style={{ tableLayout: 'fixed' }}>
      {folds.map((fold, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the folds never move
        <td key={index} style={{ height: 16, fontSize: 0, lineHeight: 0, borderLeft: `${fold}px solid ${veil}` }} />
      ))}
    </Table>
  )
}

function writtenAt({ blocks }: LetterWords, at: number): string {
  const block = blocks[at]
  return typeof block === 'object' && 'html' in block ? block.html : ''
}

function LetterBlock({ block, at, inks }: { block: Block; at: number; inks: AccentTokens }) {
  if (typeof block === 'string') return <p style={{ margin: '0 0 18px', ...prose }}>{inLines(block)}</p>
  if ('href' in block) return <LetterButton {...block} inks={inks} />
  if ('card' in block) return <LetterCard {...block.card} inks={inks} />
  if ('html' in block) return <i data-words={at} />
  return (
    <blockquote style={{ margin: '0 0 22px', padding: '2px 0 2px 18px', borderLeft: `3px solid ${line}`, ...prose }}>
      {inLines(block.quote)}
    </blockquote>
  )
}

const prose: CSSProperties = { font: `18px/1.6 ${serif}`, color: ink, overflowWrap: 'anywhere' }

/** Line breaks are the writer's: a reader's message is shown as she typed it. */
function inLines(text: string): ReactNode[] {
  return text.split(/\r?\n/).flatMap((one, index) => (index === 0 ? [one] : [<br key={index.toString()} />, one]))
}

/**
 * Its picture first, as wide as the sheet: a program that shows no pictures still shows the title as a link. The picture is
 * one too, and says its title: without, whoever is read to would hear the whole address.
 */
function LetterCard({ title, line: said, picture, label, href, inks }: Card & { inks: AccentTokens }) {
  return (
    <Table width="100%" style={{ margin: '8px 0 26px', border: `1px solid ${line}` }}>
      <td style={{ padding: 0 }}>
        {picture && (
          <a href={href}>
            <img
              src={picture}
              width="506"
              alt={title}
              style={{ display: 'block', width: '100%', height: 'auto', border: 0 }}
            />
          </a>
        )}
        <div style={{ padding: '18px 22px 4px' }}>
          <p style={{ margin: '0 0 6px', font: `400 22px/1.25 ${serif}`, color: ink }}>
            <a href={href} style={{ color: ink, textDecoration: 'none' }}>
              {title}
            </a>
          </p>
          {said && <p style={{ margin: '0 0 14px', font: `16px/1.5 ${serif}`, color: muted }}>{said}</p>}
          <LetterButton label={label} href={href} inks={inks} />
        </div>
      </td>
    </Table>
  )
}

type ButtonProps = { label: string; href: string; inks: AccentTokens }

function LetterButton({ label, href, inks }: ButtonProps) {
  const cell = { padding: '14px 24px', borderRadius: 3, background: inks.accent }
  const link = {
    font: `600 16px/1.2 ${sans}`,
    color: inks['on-accent'],
    textDecoration: 'none',
    display: 'inline-block',
  }
  return (
    <Table style={{ margin: '4px 0 24px' }}>
      <td style={cell} {...{ bgcolor: inks.accent }}>
        <a href={href} style={link}>
          {label}
        </a>
      </td>
    </Table>
  )
}

function SmallPrint({ words, author }: { words: LetterWords; author: Signature }) {
  return (
    <div style={{ padding: '22px 26px 0', font: `14px/1.5 ${sans}`, color: muted }}>
      <p style={{ margin: '0 0 12px' }}>{words.note}</p>
      <p style={{ margin: '0 0 12px' }}>{inLines([author.name, ...whereabouts(author)].join('\n'))}</p>
      {words.unsubscribeUrl && (
        <p style={{ margin: 0 }}>
          <a href={words.unsubscribeUrl} style={{ color: letterInks(author).link }}>
            Leave the list
          </a>
        </p>
      )}
    </div>
  )
}
