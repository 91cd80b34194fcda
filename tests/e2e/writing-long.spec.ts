import { expect } from '@playwright/test'
import { novella } from '#tests/support/clipboards.ts'
import { plenty } from '#tests/support/long-run.ts'
import { editor } from './desk.ts'
import { enter, test } from './desk-site.ts'
import { beginPost, line, paste, save, text } from './writing-table.ts'

const typed = 'and so she went on writing in the middle of it all, quietly.'

test(
  'a novella from Word keeps its italics, every one, and is written on in the middle',
  { tag: '@long' },
  async ({ page, site, context }, info) => {
    await enter(page, site)
    await beginPost(page, site)
    const words = plenty(20_000, 6_000)
    const italics = (words / 200) * 3
    const { html, blocks } = novella(words)
    const note = (type: string, description: string) => info.annotations.push({ type, description })
    const begun = Date.now()
    await paste(page, { html })
    await expect(line(page)).toContainText(`Kept: ${italics} italics.`)
    await expect(line(page)).toBeInViewport()
    note('paste, ms', String(Date.now() - begun))

    await text(page)
      .locator('p')
      .nth(words / 100)
      .click()
    await page.keyboard.press('End')
    const cdp = await context.newCDPSession(page)
    // As on a phone, and by a hand: what it measures is for the long run, on a quiet machine.
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: plenty(4, 1) })
    // From the key to the frame that shows it.
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(globalThis, { times })
      addEventListener(
        'keydown',
        () => {
          const pressed = performance.now()
          requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)))
        },
        true,
      )
    })
    for (const letter of typed) await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: plenty(80, 0) })
    const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const sorted = times.toSorted((a, b) => a - b).map(Math.round)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    note(`a key at 1/${plenty(4, 1)} of the speed, ms`, `median ${at(0.5)}, 95 of 100 ${at(0.95)}, worst ${at(1)}`)

    await expect(editor(page).locator('.editor-words')).toContainText('words')
    const { body } = await save(page)
    expect(body.length).toBe(blocks.length)
    expect(JSON.stringify(body).split('"em"').length - 1).toBe(italics)
    const written = body.findIndex((block) => JSON.stringify(block).includes(typed))
    expect(written).toBeGreaterThan(0)
    expect(body.toSpliced(written, 1)).toEqual(blocks.toSpliced(written, 1))
  },
)
