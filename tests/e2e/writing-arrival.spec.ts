import { expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import { fixture, programs, story } from '#tests/support/clipboards.ts'
import { makeDocx, paragraph, run } from '#tests/support/docx.ts'
import { evil, hostile } from '#tests/support/hostile-clipboards.ts'
import { isLongRun, plenty } from '#tests/support/long-run.ts'
import { em, h2, p, sceneBreak, strong } from '#tests/support/prose-tree.ts'
import { editor, field, press } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { complaintsOf } from './watch.ts'
import {
  beginPost,
  bringByHand,
  choose,
  line,
  openPost,
  type Post,
  paste,
  publish,
  reopen,
  save,
  text,
  tool,
} from './writing-table.ts'

test.describe.configure(isLongRun ? { timeout: 0 } : {})

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

test('a story pasted from any program is saved with its marks, and she is told what was kept and what was left', async ({
  page,
  site,
}) => {
  // Each of them is read in arrival.spec.ts; here three go the whole way.
  for (const { name, first, left } of programs.slice(0, plenty(programs.length, 3))) {
    await beginPost(page, site, name)
    await paste(page, { html: fixture(name), text: 'The same without marks' })
    await expect(line(page), name).toContainText('Kept: 3 italics')
    for (const [count, words] of [
      [left.comments, '1 comment'],
      [left.deletions, '1 deleted passage'],
      [left.pictures, '1 picture'],
    ] as const) {
      if (count > 0) await expect(line(page), name).toContainText(words)
      else await expect(line(page), name).not.toContainText(words)
    }
    const { body } = await publish(page)
    expect(body, name).toEqual([first, ...story])
  }
})

test('words without marks come as they are, into the line she stands in', { tag: '@long' }, async ({ page, site }) => {
  await openPost(page, site, { content: 'Before after' })
  await choose(page, 'after')
  await page.keyboard.press('ArrowLeft')
  await expect(editor(page).locator('.editor-words')).not.toContainText('selected')
  await paste(page, { text: 'and *so* ' })
  await expect(line(page)).toHaveText('Pasted 2 words.')
  await page.keyboard.press('Control+End')
  await paste(page, { html: '<p><i>one</i></p><p>two</p>' })
  const { body } = await save(page)
  expect(body).toEqual([p('Before and *so* after', em('one')), p('two')])
})

test('what she copies in the editor comes back whole, two spaces included', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const content = '## One\n\nTwo  spaces, *so*  **it**\nwas.\n\n***\n\n> Whoever enters\n\n- salt\n- candles\n\nEnd.'
  const { id } = await openPost(page, site, { content })
  const { body: before } = await askAt<Post>(page, site, 'GET', `/api/owner/blog/${id}`)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(text(page).locator('p').last()).toHaveText('End.')
  const once = await save(page)
  expect(once.body).toEqual(before)
  await reopen(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await expect(text(page)).toHaveText('')
  await page.keyboard.press('Control+v')
  const again = await save(page)
  expect(again.body).toEqual(before)
})

async function bringIn(page: Page, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await tool(page, 'Bring in a file').click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('a file is brought in by its button or dropped on the text; one that cannot be read says what to do', async ({
  page,
  site,
}) => {
  await beginPost(page, site)
  const body = paragraph(run('One'), 'Title') + paragraph(run('It was ') + run('so', '<w:i/>'))
  await bringIn(page, 'one.docx', Buffer.from(makeDocx(body)))
  await expect(line(page)).toHaveText(/^Imported 4 words\. Kept: 1 italic, 1 heading\./)
  await page.keyboard.press('Enter')
  await bringIn(page, 'two.md', Buffer.from('---\ntitle: Two\n---\n\n**Two**\n\n***\n\nMore'))
  await expect(line(page)).toHaveText('Imported 2 words. Left out: the lines between --- at the top.')
  await page.keyboard.press('Enter')
  await bringIn(page, 'three.txt', Buffer.from('In\xe9s *so*', 'latin1'))
  await expect(line(page)).toHaveText('Imported 2 words.')
  await bringIn(page, 'four.docx', Buffer.from('no'))
  await expect(line(page)).toHaveText(/damaged.* save it again as \.docx/)
  await page.keyboard.press('Enter')
  const dropped = { name: 'five.txt', type: 'text/plain', bytes: [...Buffer.from('Five')] }
  await bringByHand(page, 'drop', { file: dropped })
  await expect(line(page)).toHaveText('Imported 1 word.')
  const saved = await save(page)
  expect(saved.body).toEqual([
    h2('One'),
    p('It was ', em('so')),
    p(strong('Two')),
    sceneBreak,
    p('More'),
    p('Inés *so*'),
    p('Five'),
  ])
})

const allowed = ['P', 'H2', 'H3', 'BLOCKQUOTE', 'UL', 'OL', 'LI', 'HR', 'BR', 'A', 'STRONG', 'EM', 'FIGURE', 'IMG']
/** The lines and buttons of a picture, which are the editor's own. */
const ofPictures = ['LABEL', 'SPAN', 'INPUT', 'DIV', 'BUTTON']

/** What stands in the text and may not: an element, a way for a script, a place a reader may not be led to. */
function faultsInText(page: Page): Promise<string[]> {
  return text(page).evaluate(
    (element, [allowed, ofPictures]) =>
      [...element.querySelectorAll('*')].flatMap((one) => {
        const isKnown = allowed.includes(one.tagName) || (one.closest('figure') && ofPictures.includes(one.tagName))
        const attributes = [...one.attributes].filter(({ name, value }) => {
          if (/^on|^style$|srcdoc/.test(name)) return true
          return ['href', 'src'].includes(name) && !/^(https:\/\/|mailto:|\/(?!\/))/.test(value)
        })
        return [...(isKnown ? [] : [one.outerHTML]), ...attributes.map(({ name, value }) => `${name}=${value}`)]
      }),
    [allowed, ofPictures] as const,
  )
}

test('hostile clipboards run nothing in the editor, ask for nothing, and leave only what a text may hold', {
  tag: '@long',
}, async ({ page, site }) => {
  await beginPost(page, site)
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    // A picture that names itself ours is asked for here, as on any page, and is not there.
    if (origin !== site.address || !/^\/(images|api\/owner\/drafts)\//.test(pathname)) asked.push(request.url())
  })
  page.on('dialog', (dialog) => asked.push(dialog.message()))
  const clipboards = [...evil, ...fc.sample(hostile(), plenty(5_000, 100))]
  for (let from = 0; from < clipboards.length; from += 100) {
    await text(page).evaluate(
      (element, all) => {
        for (const html of all) {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/html', html)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }
      },
      clipboards.slice(from, from + 100),
    )
    expect(await faultsInText(page)).toEqual([])
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
  }
  // As source they are words, and the page made of them holds no more than before.
  await press(page, 'Write in plain text')
  await field(page, 'Content').fill([...evil, ...clipboards.slice(0, 200)].join('\n\n'))
  await press(page, 'Back to the page')
  await expect(text(page)).toBeVisible()
  expect(await faultsInText(page)).toEqual([])
  expect(await page.evaluate(() => 'trap' in globalThis)).toBe(false)
  expect(asked).toEqual([])

  await text(page).press('Control+a')
  await page.keyboard.type('Still **here**.')
  await expect(editor(page).locator('.editor-words')).toHaveText('2 words')
  const { body } = await save(page)
  expect(body).toEqual([p('Still ', strong('here'), '.')])
})

test('a sign that is pasted into a line stays a sign, and a clipboard without words takes nothing away', {
  tag: '@long',
}, async ({ page, site }) => {
  await beginPost(page, site)
  await page.keyboard.type('She said ')
  await paste(page, { text: '*', html: '<meta charset="utf-8"><p>*</p>' })
  await page.keyboard.type(' and went.')
  await expect(text(page)).toHaveText('She said * and went.')
  await text(page).press('Control+a')
  await paste(page, { html: '<img src="https://elsewhere.example/door.png" alt="A door">' })
  await expect(line(page)).toContainText('There were no words in it.')
  const { body } = await save(page)
  expect(body).toEqual([{ type: 'p', children: ['She said * and went.'] }])
})
