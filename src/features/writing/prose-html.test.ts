import { expect, test } from 'vitest'
import type { Block } from './contract.ts'
import { readPlain } from './plain.ts'
import { readProse } from './prose.ts'
import { toFeedHtml, toLetterHtml } from './prose-html.ts'

const origin = 'https://author.example'
const feed = (source: string) => toFeedHtml(readProse(source), origin)

test('every kind of block is an element without class or style', () => {
  expect(feed('## One\n\n*soft* **loud**\n\n### Two\n\n> said\n\n- a\n  - b\n\n3. c\n\n   d\n\n***\n\nEnd')).toBe(
    [
      '<h2>One</h2>',
      '<p><em>soft</em> <strong>loud</strong></p>',
      '<h3>Two</h3>',
      '<blockquote><p>said</p></blockquote>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
      '<ol start="3"><li><p>c</p><p>d</p></li></ol>',
      '<hr>',
      '<p>End</p>',
    ].join(''),
  )
})

test('every address is whole', () => {
  expect(feed('[a](/books) [b](https://elsewhere.example/x) [c](mailto:a@b.example)')).toBe(
    '<p><a href="https://author.example/books">a</a> <a href="https://elsewhere.example/x">b</a> <a href="mailto:a@b.example">c</a></p>',
  )
})

test('a picture is as large as whoever shows it can use, and is described', () => {
  const picture: Block = { type: 'figure', src: '/images/abc', alt: 'A "hall"', caption: 'At night' }
  const large = { ...picture, width: 1600, height: 1000 }
  expect(toFeedHtml([large], origin)).toBe(
    '<figure><img src="https://author.example/images/abc" alt="A &quot;hall&quot;" width="960" height="600"><figcaption>At night</figcaption></figure>',
  )
  expect(toFeedHtml([{ ...picture, caption: '' }], origin)).toBe(
    '<figure><img src="https://author.example/images/abc" alt="A &quot;hall&quot;"></figure>',
  )
  expect(toLetterHtml([large], origin, '#7c4205')).toContain('width="508" height="318"')
})

test('blanks, line ends and empty lines are kept where HTML would lose them', () => {
  expect(feed(' A  rose\n is\n\n\na <b>')).toBe(
    '<p>\u00a0A\u00a0\u00a0rose<br>\u00a0is</p><p>\u00a0</p><p>a &lt;b&gt;</p>',
  )
  expect(toFeedHtml(readPlain('One *two*\n\n* * *'), origin)).toBe('<p>One *two*</p><p>* * *</p>')
})

test('a letter has its look in every element, because it has no style sheet', () => {
  const html = toLetterHtml(readProse('## One\n\n[two](/books)\n\n> three\n\n- four\n\n***'), origin, '#7c4205')
  for (const [tag] of html.matchAll(/<(?!\/)[^>]+>/g)) expect(tag).toMatch(/ style="[^"]+"/)
  expect(html).toContain('<a href="https://author.example/books" style="color:#7c4205">two</a>')
})

test('a picture in a letter is as wide as the screen at most, also where it is not loaded', () => {
  const figure: Block = { type: 'figure', src: '/images/abc', alt: '', caption: '', width: 960, height: 600 }
  const html = toLetterHtml([figure], origin, '#7a2e2e')
  expect(html).toContain('width="508" height="318" style="width:100%;max-width:508px;height:auto;border:0"')
})
