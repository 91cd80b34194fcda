import { expect } from '@playwright/test'
import type { Arrival } from '#features/writing/arrival.ts'
import type { Block } from '#features/writing/contract.ts'
import { fixture, novella, programs, story } from '#tests/support/clipboards.ts'
import { bullets, em, h2, h3, link, numbers, p, quote, sceneBreak, strong } from '#tests/support/prose-tree.ts'
import { openReader } from './arrival-page.ts'
import { complaintsOf } from './watch.ts'
import { test as base } from './worker.ts'

const origin = 'https://author.example'

type Paste = { paste: (html: string) => Promise<Arrival>; pasteText: (text: string) => Promise<Block[]> }

const test = base.extend<Paste>({
  paste: async ({ page }, use) => {
    await openReader(page)
    await use((html) =>
      page.evaluate(([html, origin]) => reader.readClipboard(html, { origin }), [html, origin] as const),
    )
  },
  pasteText: async ({ page }, use) => {
    await openReader(page)
    await use((text) => page.evaluate((text) => reader.readPlainText(text).blocks, text))
  },
})

for (const { name, first, left } of programs) {
  test(`a story copied from ${name} arrives with its marks and without its looks`, async ({ page, paste }) => {
    const complaints = await complaintsOf(page)
    const arrival = await paste(fixture(name))
    expect(arrival.blocks).toEqual([first, ...story])
    expect(arrival.left).toEqual(left)
    expect(arrival.kept).toMatchObject({ italics: 3, lists: 2, links: 1, sceneBreaks: 1 })
    expect(await page.evaluate(() => 'trap' in globalThis)).toBe(false)
    expect(complaints).toEqual([])
  })
}

/** What it is, as it lies on the clipboard, what becomes of it. */
const shapes: [string, string, Block[]][] = [
  [
    'of two marks the one that reaches further is outside',
    '<p><b><i>a </i></b><i>b</i> c</p>',
    [p(em(strong('a'), ' b'), ' c')],
  ],
  ['two of a kind are one', '<p><i>a</i><em>b</em><b></b></p>', [p(em('ab'))]],
  ['blanks leave the mark', '<p>a<i> b </i>c <b> </b>d</p>', [p('a ', em('b'), ' c d')]],
  [
    'what is set upright in italics is no italic',
    '<p><i>a <span style="font-style:normal">b</span></i></p>',
    [p(em('a'), ' b')],
  ],
  [
    'from 600 it is bold',
    '<p><span style="font-weight:600">a</span> <b style="font-weight:500">b</b></p>',
    [p(strong('a'), ' b')],
  ],
  ['headings have two levels', '<h1>a</h1><h2>b</h2><h3>c</h3><h6>d</h6>', [h2('a'), h2('b'), h3('c'), h3('d')]],
  ['a heading is bold as it is', '<h2><b>a</b> <b>b</b></h2><h2>a <b>b</b></h2>', [h2('a b'), h2('a ', strong('b'))]],
  [
    'Word tells a heading by its level too',
    '<style>p.Chapter {mso-outline-level:1; font-style:italic}</style><p class=Chapter>One</p><p class=MsoSubtitle>or not</p><p style="mso-outline-level:3">c</p>',
    [h2('One'), h3('or not'), h3('c')],
  ],
  ['a line break is a line end', '<p>a <br> b<br>\n  c</p>', [p('a\nb\nc')]],
  ['two of them end a paragraph', '<div>a<br><br>b<br>c<br><br>d</div>', [p('a'), p('b\nc'), p('d')]],
  ['one at the end is none', '<p>a<br></p><p>b</p>', [p('a'), p('b')]],
  ['lines of verse stay', '<pre>one\n  two\n\nthree</pre>', [p('one\n  two'), p('three')]],
  ['a no-break space stays', '<p>10&nbsp;km de plus&nbsp;!&nbsp;</p>', [p('10\u00a0km de plus\u00a0!')]],
  [
    'two spaces that a program wrote in its own way are two spaces',
    '<p>a.<span style="mso-spacerun:yes">&nbsp; </span>b.<span class="Apple-converted-space">&nbsp; </span>c</p>',
    [p('a.  b.  c')],
  ],
  [
    'signs alone are a scene break',
    '<p>a</p><p>***</p><p>b</p><p>⁂</p><p>c</p><hr><p>---</p><p>d</p><p>•&nbsp;•&nbsp;•</p>',
    [p('a'), sceneBreak, p('b'), sceneBreak, p('c'), sceneBreak, p('d'), sceneBreak],
  ],
  ['signs in a list are words', '<ul><li>-</li></ul>', [bullets([p('-')])]],
  [
    'empty paragraphs between all of them are spacing',
    '<p>a</p><p>&nbsp;</p><p>b</p><p><br></p><p>c</p><p></p><p>d</p>',
    [p('a'), p('b'), p('c'), p('d')],
  ],
  [
    'one among many that have none is hers',
    '<p>a</p><p>b</p><p>c</p><p>&nbsp;</p><p>&nbsp;</p><p>d</p>',
    [p('a'), p('b'), p('c'), p(), p('d')],
  ],
  [
    'beside a heading they are spacing',
    '<p>a</p><p>b</p><p>&nbsp;</p><h2>c</h2><p>&nbsp;</p><p>d</p><p>e</p>',
    [p('a'), p('b'), h2('c'), p('d'), p('e')],
  ],
  ['a quotation stays', '<blockquote><p>a</p><p>b</p></blockquote>', [quote(p('a'), p('b'))]],
  [
    'one by the style of Word is one',
    '<style>p.MsoQuote{font-style:italic}</style><p class=MsoQuote>a</p><p class=MsoQuote>b <i>c</i></p><p>d</p>',
    [quote(p('a'), p('b ', em('c'))), p('d')],
  ],
  ['numbers go on where they begin', '<ol start=3><li>c<li>d</ol>', [numbers(3, [p('c')], [p('d')])]],
  [
    'a list without its items is one all the same',
    'a<ul>b<ul><li>c</ul></ul>',
    [p('a'), bullets([p('b'), bullets([p('c')])])],
  ],
  ['items without their list make one', '<li>a</li><li>b</li>', [bullets([p('a')], [p('b')])]],
  ['quotation marks that only a browser draws are written', '<p><q>a</q></p>', [p('“a”')]],
  [
    'a row of a table is a paragraph',
    '<table><tr><th>a<th><p>b</p></tr><tr><td>c<td></td><td>d</table>',
    [p('a · b'), p('c · d')],
  ],
  ['a table that is a layout is none', '<table><tr><td><h2>a</h2><p>b</p><td>c</table>', [h2('a'), p('b'), p('c')]],
  [
    'form controls and what is hidden go',
    '<p>a<button>b</button><input value=c><span style="display:none">d</span><span style="mso-hide:all">e</span><span hidden>f</span></p>',
    [p('a')],
  ],
  [
    'a picture of this site stays',
    `<figure><img src="${origin}/images/abc/960.webp" alt="A door"><figcaption>Our <b>door</b></figcaption></figure>`,
    [{ type: 'figure', src: '/images/abc', alt: 'A door', caption: 'Our door' }],
  ],
  [
    'a link into this site is a path',
    `<p><a href="${origin}/blog/one?a=1#b">a</a> <a href="/about">b</a></p>`,
    [p(link('/blog/one?a=1#b', 'a'), ' ', link('/about', 'b'))],
  ],
  [
    'an address to write to is a link',
    '<p><a href="mailto:ines@author.example">a</a></p>',
    [p(link('mailto:ines@author.example', 'a'))],
  ],
  [
    'words that look like an attribute are words',
    '<p title="a style=b">Out of style= "on=1" /onclick= <a href="https://a.example/on=1/style=2">a</a></p>',
    [p('Out of style= "on=1" /onclick= ', link('https://a.example/on=1/style=2', 'a'))],
  ],
  [
    'the mark of a footnote goes, its words stay',
    '<p>a<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup></p><ol><li id="footnote-1"><p> words <a href="#footnote-ref-1">↑</a></p></li></ol>',
    [p('a'), numbers(1, [p('words')])],
  ],
  ['an anchor is no link', '<p><a name="x">a</a> <a href="#x">b</a></p>', [p('a b')]],
  [
    'a list of Word is numbered by its marks',
    ['1.', '2.', 'a)']
      .map(
        (mark, index) =>
          `<p class=MsoListParagraph style='mso-list:l2 level${index === 2 ? 2 : 1} lfo3'><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span>item ${index}</p>`,
      )
      .join('<p>&nbsp;</p>'),
    [numbers(1, [p('item 0')], [p('item 1'), numbers(1, [p('item 2')])])],
  ],
]

test('each shape a text can have becomes prose of one form', async ({ paste }) => {
  for (const [what, html, blocks] of shapes) expect((await paste(html)).blocks, what).toEqual(blocks)
})

test('what leads elsewhere than a reader may be led loses the link and keeps the words', async ({ paste }) => {
  const hrefs = [
    'http://cafe.example',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'file:///C:/a',
    'menu.html',
    '//[',
    `${origin}//elsewhere.example`,
  ]
  for (const href of hrefs) {
    const { blocks, left } = await paste(`<p><a href="${href}">a</a></p>`)
    expect(blocks, href).toEqual([p('a')])
    expect(left.links, href).toBe(1)
  }
})

test('the author is told what came along and what did not, and of nothing else', async ({ page, paste }) => {
  const lineOf = async (html: string) => page.evaluate((arrival) => reader.arrivalLine(arrival), await paste(html))
  expect(await lineOf('<p>One</p>')).toBe('Pasted 1 word.')
  expect(await lineOf(fixture('word-windows'))).toBe(
    'Pasted 47 words. Kept: 3 italics, 1 bold passage, 1 heading, 2 lists, 1 link, 1 scene break. Left out: fonts and colours, 1 comment, 1 deleted passage.',
  )
  expect(await lineOf(`<p>${'word '.repeat(2140)}</p>`)).toBe('Pasted 2,140 words.')
  expect(await lineOf('<img src=a><p><a href="http://a.example">b</a></p><table><tr><td>c<td>d</table>')).toBe(
    'Pasted 3 words. Left out: 1 link that does not begin with https, 1 picture, 1 table, whose rows are paragraphs now.',
  )
  expect(await lineOf('<img src=a>')).toBe('There were no words in it. Left out: 1 picture.')
})

test('plain text keeps its paragraphs, whichever way they are told', async ({ pasteText }) => {
  expect(await pasteText('One.\r\n\r\nTwo,\r\nthree.\r\n \r\n* * *\r\n\r\nFour.')).toEqual([
    p('One.'),
    p('Two,\nthree.'),
    sceneBreak,
    p('Four.'),
  ])
  expect(await pasteText('“You came.”\n\t“I did.”\n#\nShe put the lamp down.\nNobody spoke…')).toEqual([
    p('“You came.”'),
    p('“I did.”'),
    sceneBreak,
    p('She put the lamp down.'),
    p('Nobody spoke…'),
  ])
  const verse = 'I had a door of salt\nit opened on the sea\nand what came in\nwas small'
  expect(await pasteText(verse)).toEqual([p(verse)])
  expect(await pasteText('_as_ it *was*')).toEqual([p('_as_ it *was*')])
  expect(await pasteText(' \n\n ')).toEqual([])
})

test('a text in which blank lines end scenes keeps a paragraph for each line', async ({ pasteText }) => {
  const long = `${'She walked along the harbour wall and counted '.repeat(3)}boats.`
  expect(await pasteText(`${long}\n“No.”\n${long}\n\n${long}\n“Yes.”`)).toEqual([
    p(long),
    p('“No.”'),
    p(long),
    p(),
    p(long),
    p('“Yes.”'),
  ])
})

test('lines that a machine has broken are put together again; a verse among them is not', async ({ pasteText }) => {
  const words = 'It was a quiet house and nobody in the well-known street had ever seen its door stand open at noon'
  const broken = (width: number) => {
    const lines = ['']
    for (const word of `${words} ${words} ${words}.`.split(' ')) {
      const line = `${lines.at(-1)} ${word}`.trim()
      if (line.length > width) lines.push(word)
      else lines[lines.length - 1] = line
    }
    return lines.join('\n')
  }
  const verse = 'A door of salt\nand nothing more'
  const whole = p(`${words} ${words} ${words}.`)
  expect(await pasteText([broken(72), verse, broken(72), broken(72)].join('\n\n'))).toEqual([
    whole,
    p(verse),
    whole,
    whole,
  ])
})

test('a novella of 20,000 words from Word arrives with every italic in its place', async ({ page, paste }, info) => {
  const { html, blocks: expected } = novella()
  const started = Date.now()
  const { blocks, kept } = await paste(html)
  info.annotations.push({ type: 'milliseconds', description: String(Date.now() - started) })
  expect(kept).toMatchObject({ italics: 300, paragraphs: 400 })
  expect(kept.words).toBeGreaterThan(20_000)
  expect(blocks).toEqual(expected)
  expect(await page.evaluate(() => 'trap' in globalThis)).toBe(false)
})
