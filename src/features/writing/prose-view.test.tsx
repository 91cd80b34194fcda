import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { testSite as site } from '#tests/support/author.ts'
import { SiteProvider } from '#ui/site.ts'
import type { Block } from './contract.ts'
import { Manuscript, toPassages } from './manuscript-view.tsx'
import { readPlain } from './plain.ts'
import { readProse } from './prose.ts'
import { textOf } from './prose-text.ts'
import { Prose } from './prose-view.tsx'

function show(View: typeof Prose | typeof Manuscript, blocks: Block[]): string {
  const html = renderToStaticMarkup(
    <Router ssrPath="/blog">
      <SiteProvider value={site}>
        <View blocks={blocks} ref={null} />
      </SiteProvider>
    </Router>,
  )
  return html.replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')
}

const post = (source: string) => show(Prose, readProse(source))
const story = (source: string) => show(Manuscript, readProse(source))
const plainStory = (source: string) => show(Manuscript, readPlain(source))
const set = (source: string) => toPassages(readPlain(source)).flatMap(({ blocks }) => blocks)
const texts = (source: string) =>
  set(source).map(({ block }) => (block.type === 'break' ? block.mark : textOf([block])))
const classes = (source: string) => set(source).map(({ className }) => className)

test('a post has headings, emphasis, quotations, lists and breaks as elements, and nothing else', () => {
  expect(
    post('## One\n\n*soft* and **loud**\n\n### Two\n\n> said\n>\n> twice\n\n- a\n- b\n\n4. four\n\n***\n\nEnd'),
  ).toBe(
    [
      '<h2>One</h2>',
      '<p><em>soft</em> and <strong>loud</strong></p>',
      '<h3>Two</h3>',
      '<blockquote dir="auto"><p>said</p><p>twice</p></blockquote>',
      '<ul dir="auto"><li>a</li><li>b</li></ul>',
      '<ol dir="auto" start="4"><li>four</li></ol>',
      '<hr/>',
      '<p>End</p>',
    ].join(''),
  )
})

test('an item of several paragraphs keeps them apart, and lists stand in lists', () => {
  expect(post('- a\n  - b\n- c\n\n  d')).toBe(
    '<ul dir="auto"><li>a<ul dir="auto"><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>',
  )
})

test('blanks, line ends and empty lines of a post are hers, in plain text too', () => {
  expect(post('A  rose\nis\n\n\n  a rose')).toBe('<p>A  rose\nis</p><p class="blank">\n</p><p>  a rose</p>')
  expect(show(Prose, readPlain('*One*\n\n* * *\n\n<b>'))).toBe('<p>*One*</p><p>* * *</p><p>&lt;b&gt;</p>')
})

test('a link leads within the site where it has that page, out of it with a mark, and to a mailbox or a file as it is', () => {
  const link = (href: string) => post(`[x](${href})`).match(/<a [^>]*>/)?.[0]
  expect(link('/books')).toBe('<a href="/books" class="link">')
  expect(link('/blog/one#two')).toBe('<a href="/blog/one#two" class="link">')
  expect(link('https://author.example/short-stories/one')).toBe('<a href="/short-stories/one" class="link">')
  expect(link('https://author.example//evil.example')).toBe(
    '<a href="https://author.example//evil.example" class="link">',
  )
  expect(link('/feed.xml')).toBe('<a href="/feed.xml" class="link">')
  expect(link('/reader-magnets')).toBe('<a href="/reader-magnets" class="link">')
  expect(link('mailto:a@b.example')).toBe('<a href="mailto:a@b.example" class="link">')
  expect(link('https://elsewhere.example/')).toBe(
    '<a href="https://elsewhere.example/" class="link" target="_blank" rel="noopener">',
  )
  expect(link('javascript:alert(1)')).toBeUndefined()
})

test('a picture comes in the widths it is kept in, none larger than it is, with its place kept free', () => {
  const figure = (size: object): Block[] => [
    { type: 'figure', src: '/images/abc', alt: 'A hall', caption: 'The <hall>', ...size },
  ]
  expect(show(Prose, figure({ width: 1600, height: 900 }))).toBe(
    '<figure><img src="/images/abc/960.webp"' +
      ' srcSet="/images/abc/480.webp 480w, /images/abc/960.webp 960w, /images/abc/1600.webp 1600w"' +
      ' sizes="(width &gt;= 48rem) 45rem, 100vw" width="1600" height="900" alt="A hall" loading="lazy" decoding="async"/>' +
      '<figcaption>The &lt;hall&gt;</figcaption></figure>',
  )
  expect(show(Prose, figure({ width: 700, height: 300 }))).toContain(
    'srcSet="/images/abc/480.webp 480w, /images/abc/960.webp 700w"',
  )
  expect(show(Prose, figure({ width: 300, height: 300 }))).toContain('srcSet="/images/abc/480.webp 300w"')
  expect(show(Prose, figure({}))).toMatch(/<img src="\/images\/abc\/960\.webp" alt="A hall" loading="lazy"[^>]*>/)
})

test('a year that begins a line has room beside the words', () => {
  expect(post('1987. A cold winter.')).toContain('<ol dir="auto" start="1987" data-long="true">')
})

test('a story begins in small capitals, after a heading, a motto or a picture too', () => {
  expect(story('## I\n\n> A motto.\n\nOnce.\n\nTwice.')).toContain(
    '<h2>I</h2><blockquote dir="auto"><p>A motto.</p></blockquote><p class="first">Once.</p><p>Twice.</p>',
  )
})

test('only a paragraph that follows another is indented', () => {
  expect(story('One.\n\n***\n\nTwo.\n\nThree.\n\n> Said.\n\nFour.\n\n### A\n\nFive.').match(/<p[^>]*>\w/g)).toEqual([
    '<p class="first">O',
    '<p class="after-break">T',
    '<p>T',
    '<p>S',
    '<p class="after-break">F',
    '<p class="after-break">F',
  ])
})

test('her own indent is the only one, and an empty line is nothing in a story', () => {
  expect(classes('One.\n\n\n\n\tTwo.')).toEqual(['first', 'own-indent'])
  expect(plainStory('One.\n\n\n\n\nTwo.')).toBe(
    '<div data-from="0" class="passage"><p class="first">One.</p><p>Two.</p></div>',
  )
})

test('a break of plain text keeps its characters, and is heard as a break', () => {
  expect(plainStory('One.\n\n* * *\n\nTwo.')).toContain('<p role="separator" class="break">* * *</p>')
})

test('a blank line begins a paragraph, however it was typed', () => {
  expect(texts('\n \nOne.\n\nTwo.\r\n\r\nThree.\n \t\n\n\nFour.\n\n')).toEqual(['One.', 'Two.', 'Three.', 'Four.'])
})

test('a single line break stays within its paragraph, and so does every blank', () => {
  expect(texts('A rose\nis  a rose\n\n\tIndented')).toEqual(['A rose\nis  a rose', '\tIndented'])
})

test.each(['* * *', '***', '*', '⁂', '#', '---', '– – –', '~', '  * * *  '])('%s is a break between scenes', (mark) => {
  expect(classes(`Before.\n\n${mark}\n\nAfter.\n\nLater.`)).toEqual(['first', 'break', 'after-break', undefined])
})

test.each(['“—”', '* * * *a', '…', '-'.repeat(30)])('%s is words', (text) => {
  expect([texts(text), classes(text)]).toEqual([[text], ['first']])
})

test('what a story consists of is counted through all passages, and nothing is lost or doubled', () => {
  const content = Array.from({ length: 600 }, (_, index) => `Paragraph ${index}. ${'word '.repeat(40)}`.trim())
  const passages = toPassages(readPlain(content.join('\n\n')))
  expect(passages.length).toBeGreaterThan(40)
  expect(passages.flatMap(({ blocks }) => blocks.map(({ block }) => textOf([block])))).toEqual(content)
  let count = 0
  for (const { from, blocks } of passages) {
    expect(from).toBe(count)
    count += blocks.length
  }
})

test('whatever is written, no letter of it goes missing', () => {
  const letters = (text: string) => text.replace(/\s+/g, '')
  const writing = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\n\n', '\r\n', '\t', '* * *')),
  )
  fc.assert(
    fc.property(writing, (parts) => {
      const content = parts.join('')
      expect(letters(texts(content).join(''))).toBe(letters(content))
    }),
  )
})

test('half a million characters of anything are set before anybody loses patience', () => {
  for (const unit of ['\n ', ' \n', '\n\t\t', 'a\n\n', '*', '\r', '\n']) {
    // What grows with the square of the length takes minutes here, and the test's own time runs out.
    expect(toPassages(readPlain(unit.repeat(500_000 / unit.length)))).toBeDefined()
  }
})

test('as many paragraphs, and as many marks in one, as half a million characters can hold', () => {
  const paragraphs = Array.from({ length: 170_000 }, (): Block => ({ type: 'p', children: ['a'] }))
  expect(show(Prose, paragraphs)).toHaveLength('<p>a</p>'.length * 170_000)
  const children = Array.from({ length: 130_000 }, () => ({ type: 'em' as const, children: ['a'] }))
  expect(show(Prose, [{ type: 'p', children }])).toHaveLength('<em>a</em>'.length * 130_000 + '<p></p>'.length)
})
