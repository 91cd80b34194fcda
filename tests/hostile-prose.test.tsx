import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Block } from '#features/writing/contract.ts'
import { Manuscript } from '#features/writing/manuscript-view.tsx'
import { readText } from '#features/writing/prose.ts'
import { toFeedHtml, toLetterHtml } from '#features/writing/prose-html.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { testSite } from '#tests/support/author.ts'
import { evasions } from '#tests/support/evasions.ts'
import { elementsOf } from '#tests/support/markup.ts'
import { SiteProvider } from '#ui/site.ts'
import { runs } from './support/long-run.ts'

const origin = 'https://author.example'
const site = { ...testSite, origin }

/** What is meant to come through a mark: an address that acts, one that leads elsewhere than it says, a picture of others. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'http://elsewhere.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'https://user:secret@evil.example/',
  'https://author.example@evil.example/',
  'https://author.example//evil.example/x',
  'https://author.example/blog/"onmouseover="alert(1)',
  'https://evil.example/" onclick="alert(1)',
  'https://evil.example/<script>',
  'mailto:a@b.example?subject="><img src=x onerror=alert(1)>',
  '/blog/one',
  '/images/abc',
  '/images/../admin',
  '/images/abc" onerror="alert(1)',
  'https://elsewhere.example/picture.png',
]

const marks = [
  '*',
  '**',
  '_',
  '__',
  '# ',
  '## ',
  '### ',
  '> ',
  '- ',
  '1. ',
  '999999999. ',
  '***',
  '\\',
  '`',
  '[',
  '](',
  ')',
  '![',
  '"',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '\r\n',
  '<',
  '>',
  '&',
]

const piece = fc.oneof(
  fc.constantFrom(...evasions),
  fc.constantFrom(...marks),
  fc.constantFrom(...addresses),
  fc
    .tuple(
      fc.constantFrom('', '!'),
      fc.constantFrom(...evasions, 'x'),
      fc.constantFrom(...addresses),
      fc.constantFrom(...evasions, ''),
    )
    .map(([bang, words, address, title]) => `${bang}[${words}](${address}${title && ` "${title}"`})`),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const text = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.constantFrom('', '\n\n'))
  .map(([pieces, between]) => pieces.join(between))
const format = fc.constantFrom('prose', 'prose', 'prose', 'plain' as const)

const withAll = [
  '## <b>',
  '### <b>',
  '*<b>* **<b>**',
  '> <b>',
  '- <b>',
  '1. <b>',
  '***',
  '[<b>](https://elsewhere.example/"<b>)',
  '![<b>](/images/abc "<b>")',
].join('\n\n')

/** A page with the words in the middle of it. */
function page(View: typeof Prose | typeof Manuscript, blocks: Block[]): string {
  return renderToStaticMarkup(
    <Router ssrPath="/blog/hostile">
      <SiteProvider value={site}>
        <main>
          <h1>Before</h1>
          <View blocks={blocks} ref={null} />
          <footer>
            <p>After</p>
          </footer>
        </main>
      </SiteProvider>
    </Router>,
  )
}

const outline = ['main ', 'main h1 ', 'main div class', 'main footer ', 'main footer p ']
const ofBlocks = 'p h2 h3 blockquote ul ol li hr figure figcaption em strong'
const elements = {
  page: `${ofBlocks} div a img span svg path`.split(' '),
  html: `${ofBlocks} a img br`.split(' '),
}
const attributes = {
  page: 'class dir role start data-from data-long href target rel aria-current aria-hidden viewBox d src srcSet sizes width height alt loading decoding'.split(
    ' ',
  ),
  html: 'href src width height alt start style'.split(' '),
}

type Tag = { name: string; attributes: Record<string, string> }

/** Every tag of markup that was read strictly before. */
function tagsOf(html: string): Tag[] {
  elementsOf(html)
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/gi)].map(([, name = '', given = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...given.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, decode(value)]),
    ),
  }))
}

function decode(value = ''): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
  return value.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? '')
}

/** As a browser would follow it from our page: out by https or to a mailbox, and nowhere under another name. */
function expectHarmless({ name, attributes: { href, src, srcSet = '' } }: Tag) {
  if (href !== undefined) {
    const { protocol, username, password, origin: target } = new URL(href, `${origin}/blog/hostile`)
    expect(['https:', 'mailto:']).toContain(protocol)
    expect(username + password).toBe('')
    if (href.startsWith('/')) expect(target).toBe(origin)
  }
  const pictures = [...(src === undefined ? [] : [src]), ...srcSet.split(', ').filter(Boolean)]
  for (const picture of pictures)
    expect(picture).toMatch(/^(https:\/\/author\.example)?\/images\/[\w-]+(\/\d+\.webp( \d+w)?)?$/)
  expect(pictures.length > 0).toBe(name === 'img')
}

function expectOnly(html: string, place: keyof typeof elements) {
  for (const tag of tagsOf(html)) {
    expect(elements[place]).toContain(tag.name)
    for (const attribute of Object.keys(tag.attributes)) expect(attributes[place]).toContain(attribute)
    expectHarmless(tag)
  }
}

test('no words change the page around them, and they are made of nothing but what prose is made of', () => {
  let reached = new Set<string>()
  fc.assert(
    fc.property(text, format, (source, how) => {
      const blocks = readText(source, how).map((block) =>
        block.type === 'figure' ? { ...block, width: 1600, height: 900 } : block,
      )
      for (const View of [Prose, Manuscript]) {
        const html = page(View, blocks)
        const [before, after] = ['<main><h1>Before</h1>', '<footer><p>After</p></footer></main>']
        expect([html.startsWith(before), html.endsWith(after)]).toEqual([true, true])
        expect(
          elementsOf(html).filter((element) => !/^main div ./.test(element) || element === 'main div class'),
        ).toEqual(outline)
        const inner = html.slice(before.length, html.length - after.length)
        expectOnly(inner, 'page')
        reached = new Set([...reached, ...tagsOf(inner).map(({ name }) => name)])
      }
      for (const html of [toFeedHtml(blocks, origin), toLetterHtml(blocks, origin, '#7c4205')]) expectOnly(html, 'html')
    }),
    // The first of them has all there is in it, so that what is forbidden is looked for everywhere.
    { numRuns: runs.text, examples: [[withAll, 'prose']] },
  )
  expect([...reached].sort()).toEqual([...elements.page].sort())
})
