import { expect, type Page } from '@playwright/test'
import { item, makeDocx, paragraph, run } from '#tests/support/docx.ts'
import { makeZip } from '#tests/support/epub.ts'
import { bullets, em, h2, link, p, quote, sceneBreak, strong } from '#tests/support/prose-tree.ts'
import { openReader } from './arrival-page.ts'
import { complaintsOf } from './watch.ts'
import { test } from './worker.ts'

async function importFile(page: Page, name: string, bytes: Uint8Array | string) {
  await openReader(page)
  const all = [...(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)]
  return page.evaluate(([name, bytes]) => reader.readBytes(name, bytes), [name, all] as const)
}

test('a Word file is read in the browser: its marks stay, its comments and deletions go', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.method() + new URL(request.url()).pathname))
  const complaints = await complaintsOf(page)
  const by = 'w:id="7" w:author="Editor" w:date="2025-09-01T10:00:00Z"'
  const body = [
    paragraph(run('The Salt Door'), 'Title'),
    paragraph(run('One'), 'Chapter'),
    paragraph(run('“You came back,” said Inés. “I thought you ') + run('never', '<w:i/>') + run(' would.”')),
    paragraph(''),
    paragraph(
      run('“I ') +
        run('promised', '<w:rStyle w:val="Thought"/>') +
        run(',” he said—') +
        run('twice', '<w:i/>') +
        run('—') +
        `<w:del ${by}><w:r><w:delText xml:space="preserve">with a bow, </w:delText></w:r></w:del>` +
        `<w:ins ${by}>${run('and set ')}</w:ins>` +
        run('the ') +
        run('lantern', '<w:b/><w:color w:val="FF0000"/>') +
        run(' ') +
        run('down', '<w:rStyle w:val="Shout"/>') +
        run('. 🕯️'),
    ),
    paragraph(run('# # #'), '', '<w:jc w:val="center"/>'),
    paragraph(
      `${run('She had it on a ')}<w:commentRangeStart w:id="0"/>${run('card')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>` +
        `${run(' from the ')}<w:hyperlink r:id="rId4">${run('Café Étoile')}</w:hyperlink>${run(', in ink:')}`,
    ),
    item('salt', 0),
    item('two candles', 0),
    item('one for the stairs', 1),
    paragraph(run('Whoever enters pays.'), 'Quote'),
    paragraph(run('‘Don’t,’ she said.')),
  ]
  const answer = await importFile(page, 'story.docx', makeDocx(body.join('')))
  expect(answer).toMatchObject({
    imported: {
      blocks: [
        h2('The Salt Door'),
        h2('One'),
        p('“You came back,” said Inés. “I thought you ', em('never'), ' would.”'),
        p(
          ...['“I ', em('promised'), ',” he said—', em('twice'), '—and set the '],
          ...[strong('lantern'), ' ', strong('down'), '. 🕯️'],
        ),
        sceneBreak,
        p('She had it on a card from the ', link('https://cafe.example/menu', 'Café Étoile'), ', in ink:'),
        bullets([p('salt')], [p('two candles'), bullets([p('one for the stairs')])]),
        quote(p('Whoever enters pays.')),
        p('‘Don’t,’ she said.'),
      ],
      left: { comments: 1, deletions: 1, links: 0 },
    },
    line: expect.stringMatching(/^Imported \d+ words\. Kept: 3 italics.* Left out: 1 comment, 1 deleted passage\.$/),
  })
  expect(asked).toEqual(['GET/', 'GET/reader.js'])
  expect(complaints).toEqual([])
})

test('a text file is read in whichever code it was written', { tag: '@long' }, async ({ page }) => {
  const words = 'Inés: “El Niño?”'
  const blocks = [p(words)]
  const utf16 = Buffer.from(`\ufeff${words}`, 'utf16le')
  const files = [
    Buffer.from(words),
    Buffer.from(`\ufeff${words}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from('In\xe9s: \x93El Ni\xf1o?\x94', 'latin1'),
  ]
  for (const bytes of files) expect(await importFile(page, 'Story.TXT', bytes)).toMatchObject({ imported: { blocks } })
})

test('a Markdown file is prose as it is, but for what stands above the text', { tag: '@long' }, async ({ page }) => {
  const text = '# One\n\n*Two*  \nthree\n'
  expect(await importFile(page, 'a.md', text.replaceAll('\n', '\r\n'))).toEqual({
    imported: { source: text, hadFrontMatter: false },
    line: 'Imported 3 words.',
  })
  expect(await importFile(page, 'a.markdown', `---\ntitle: A\ndate: 2025-01-01\n---\n\n${text}`)).toEqual({
    imported: { source: text, hadFrontMatter: true },
    line: 'Imported 3 words. Left out: the lines between --- at the top.',
  })
  const scenes = '---\nOne.\n\nTwo.\n\n---\nThree.'
  expect(await importFile(page, 'a.md', scenes)).toMatchObject({ imported: { source: scenes, hadFrontMatter: false } })
})

test('a file that cannot be read is refused in words that say what to do', async ({ page }) => {
  const older = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.alloc(600)])
  const locked = Buffer.concat([older, Buffer.from('EncryptedPackage', 'utf16le')])
  const sound = makeDocx(paragraph(run('One')))
  const bomb = makeZip([{ name: 'word/document.xml', bytes: Buffer.from('x'), method: 8, unpacked: 0x40000000 }])
  const refusals: [string, Uint8Array | string, RegExp][] = [
    ['story.doc', 'x', /^This is a file of an older Word\. Save it as \.docx first\.$/],
    ['story.docx', older, /older Word\. Save it as \.docx first/],
    ['story.docx', locked, /has a password\. Take it off in Word/],
    ['story.docx', sound.slice(0, sound.length - 300), /damaged.* save it again as \.docx/],
    ['story.docx', 'just words', /damaged.* save it again as \.docx/],
    ['story.docx', makeZip([{ name: 'a', bytes: Buffer.from('b') }]), /damaged.* save it again as \.docx/],
    ['story.docx', bomb, /damaged.* save it again as \.docx/],
    ['story.pages', 'x', /^Only \.docx, \.md and \.txt can be imported\. Save the text as \.docx first\.$/],
    ['story', 'x', /^Only \.docx/],
    ['story.txt', '', /^This file is empty/],
    ['story.txt', 'a\0b', /^This file holds more than text/],
  ]
  for (const [name, bytes, words] of refusals)
    expect(await importFile(page, name, bytes), `${name} ${words}`).toEqual({ refused: expect.stringMatching(words) })
  const tooLarge = await page.evaluate(() => reader.readBytes('a.txt', new Array(15 * 1024 * 1024 + 1).fill(32)))
  expect(tooLarge).toEqual({ refused: expect.stringMatching(/^This file is larger than 15 MB/) })
})
