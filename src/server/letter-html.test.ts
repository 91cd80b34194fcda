import { describe, expect, test } from 'vitest'
import { accentNames } from '#lib/accents.ts'
import { contrast } from '#lib/oklch.ts'
import { testAuthor } from '#tests/support/author.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const [ground, page] = ['#f7f2e8', '#fffdf8']

async function letterOf(changes: object) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', DOUBLE_OPT_IN: 'off' } })
  const owner = await app.asOwner()
  const { profile, version } = await (await owner.request('/api/owner/site')).json()
  expect((await owner.put('/api/owner/site', { ...profile, ...changes, version })).status).toBe(200)
  const words = { values: { body: 'See [the books](/books).' }, version: 0 }
  await owner.put('/api/owner/pages/letter-welcome', words)
  await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
  await app.work()
  const [letter] = await app.letters()
  return { html: letter?.html ?? '', text: letter?.text ?? '' }
}

async function letterIn(accent: string) {
  const { html } = await letterOf({ accent })
  const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  return {
    button: found(/<td style="[^"]*background:(#[0-9a-f]{6})" bgcolor/),
    onButton: found(/bgcolor="#[0-9a-f]{6}"><a href="[^"]*" style="[^"]*color:(#[0-9a-f]{6})/),
    link: found(/style="color:(#[0-9a-f]{6})">the books/),
    leave: found(/style="color:(#[0-9a-f]{6})">Leave the list/),
  }
}

test.each([
  ['by post and by mail', {}, 'letters@calder.example'],
  ['by post and at her other site', { email: '' }, 'https://calder.example'],
])('a letter ends with who wrote it and where she is reached, %s', async (_, changes, contact) => {
  const { html, text } = await letterOf(changes)
  const { name, postalAddress } = testAuthor
  expect(text).toContain(`-- \n${name}\n${postalAddress}\n${contact}\n\n`)
  expect(html).toContain(`${name}<br/>${postalAddress}<br/>${contact}</p>`)
})

describe('a letter in her colour', () => {
  test.each([...accentNames, '#ffff00', '#101010', '#00e5ff'])('can be read: %s', async (accent) => {
    const { button, onButton, link, leave } = await letterIn(accent)
    expect(contrast(onButton, button)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(link, page)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(leave, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('has that of her pages, and the house’s where she has chosen none', async () => {
    expect(await letterIn('lamp')).toEqual({
      button: '#8a4a06',
      onButton: '#fff8ec',
      link: '#7c4205',
      leave: '#7c4205',
    })
    const tide = await letterIn('tide')
    expect(tide.button).not.toBe('#8a4a06')
    expect(tide.link).toBe(tide.leave)
  })
})
