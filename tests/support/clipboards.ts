import { readFileSync } from 'node:fs'
import { bullets, em, h2, link, p, sceneBreak, strong } from './prose-tree.ts'

/** What a program put on the clipboard when that story was copied in it. */
export const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/clipboard/${name}.clip`, import.meta.url), 'utf8')

/** What is in all of them, behind its title. */
export const story = [
  p('“You came back,” said Inés. “I thought you ', em('never'), ' would.”'),
  p('“I ', em('promised'), ',” he said—', em('twice'), '—and set the ', strong('lantern'), ' down. 🕯️'),
  sceneBreak,
  p('She had it on a card from the ', link('https://cafe.example/menu', 'Café Étoile'), ', in ink:'),
  bullets([p('salt')], [p('two candles'), bullets([p('one for the stairs')], [p('one for El Niño')])]),
  p('‘Don’t,’ she said.'),
]

const nothing = { fonts: 1, comments: 0, deletions: 0, links: 0, pictures: 0, tables: 0, embedded: 0 }
const heading = h2('The Salt Door')
/** These programs have no headings on the clipboard, only large letters. */
const boldLine = p(strong('The Salt Door'))

export const programs = [
  { name: 'word-windows', first: heading, left: { ...nothing, comments: 1, deletions: 1 } },
  { name: 'word-mac', first: heading, left: { ...nothing, deletions: 1 } },
  { name: 'word-web', first: heading, left: nothing },
  { name: 'google-docs', first: heading, left: nothing },
  { name: 'libreoffice', first: heading, left: { ...nothing, comments: 1, deletions: 1 } },
  { name: 'scrivener-mac', first: boldLine, left: nothing },
  { name: 'scrivener-windows', first: boldLine, left: nothing },
  { name: 'pages', first: boldLine, left: nothing },
  { name: 'web-page', first: heading, left: { ...nothing, pictures: 1, embedded: 1 } },
]

/** 20,000 words in 400 paragraphs, 300 of the passages in italics, as Word copies them; and what they are here. */
export function novella(words = 20_000) {
  const paragraph = (index: number) => {
    const words = Array.from({ length: 50 }, (_, at) => `word${index}x${at}`)
    if (index % 4 !== 3) return { html: words.join('\r\n'), block: p(words.join(' ')) }
    const [a, b, c] = [words.slice(0, 10), words.slice(10, 12), words.slice(12)].map((part) => part.join(' '))
    const marked = (word: string) => `<i style='mso-bidi-font-style:normal'><span lang=EN-CA>${word}</span></i>`
    const tail = String(c)
    return {
      html: `${a} ${marked(String(b))}—${marked('so')}, ${marked('never')}.<span style='mso-spacerun:yes'> </span>${tail}`,
      block: p(`${a} `, em(String(b)), '—', em('so'), ', ', em('never'), `. ${tail}`),
    }
  }
  const all = Array.from({ length: words / 50 }, (_, index) => paragraph(index))
  const html = all.map(
    ({ html }) =>
      `<p class=MsoNormal style='text-indent:.5in'><span style='font-size:12.0pt;font-family:"Times New Roman",serif'>${html}<o:p></o:p></span></p>\r\n\r\n`,
  )
  return {
    html: fixture('word-windows').replace(
      /<!--StartFragment-->[\s\S]*<!--EndFragment-->/,
      `<!--StartFragment-->${html.join('')}<!--EndFragment-->`,
    ),
    blocks: all.map(({ block }) => block),
  }
}
