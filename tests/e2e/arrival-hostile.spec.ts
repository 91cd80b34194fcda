import { expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import type { Block } from '#features/writing/contract.ts'
import { isLongRun, plenty, runs } from '#tests/support/long-run.ts'
import { faultsOf, wordsOf } from '#tests/support/prose-tree.ts'
import { openReader } from './arrival-page.ts'
import { complaintsOf } from './watch.ts'

test.describe.configure(isLongRun ? { timeout: 0 } : {})

/** What becomes of each. As one text: what is carried over piece by piece takes longer than all the reading. */
async function pasteAll(page: Page, clipboards: readonly string[]): Promise<Block[][]> {
  const here = { origin: 'https://author.example' }
  const read = await page.evaluate(
    ([all, here]) => JSON.stringify(all.map((html) => reader.readClipboard(html, here).blocks)),
    [clipboards, here] as const,
  )
  return JSON.parse(read)
}

/** All the words of each document, hidden ones or not, as the browser has them. */
function textsOf(page: Page, clipboards: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) => all.map((html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''),
    clipboards,
  )
}

const seen = (text: string) => text.match(/w\d+x/g) ?? []
const unseen = (text: string) => text.match(/u\d+x/g) ?? []

const word = fc.nat(99).map((number) => `w${number}x`)
const blank = fc.constantFrom(' ', '\n', '\t', '&nbsp;', '&nbsp; ', '<br>', '<br><br>', '&shy;')
const style = fc.constantFrom(
  '',
  ' style="font-style:italic"',
  ' style="font-weight:700;color:red"',
  ' style="font-style:normal;font-weight:400"',
  ' style="white-space:pre-wrap"',
  ' style="display:block"',
  ' style="mso-spacerun:yes"',
  ' style="mso-list:l0 level2 lfo1"',
  ' style="mso-outline-level:1"',
  ' class="MsoQuote"',
  ' class="MsoTitle"',
  ' class="Apple-converted-space"',
  ' class="it"',
  ' data-aria-level="2"',
)
const names =
  'p p p div span span i em b strong b h1 h3 ul ol li li blockquote table tr td th pre q section a figure figcaption font ins dl dt dd'
const tag = fc.tuple(fc.constantFrom(...names.split(' ')), style, fc.constantFrom('<', '<', '</'))
const piece = tag.map(([name, style, start]) => (start === '<' ? `<${name}${style}>` : `</${name}>`))
const anchor = fc
  .constantFrom('https://a.example/b', 'http://a.example', '/about', '#b', 'mailto:a@b.example', 'javascript:1', '')
  .map((href) => `<a href="${href}">`)
const own = fc.constantFrom('<img src="/images/abc" alt="a">', '<hr>', '<p>***</p>', '<p>&nbsp;</p>', '<p></p>')
const hidden = fc.tuple(
  fc.constantFrom(
    'script',
    'style',
    'span style="display:none"',
    'del',
    'title',
    'template',
    'button',
    'svg',
    'iframe',
  ),
  fc.nat(99),
)
const outOfSight = hidden.map(([open, number]) => `<${open}>u${number}x</${open.split(' ')[0]}>`)

const soup = fc
  .array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 3, arbitrary: piece }, blank, anchor, own), {
    maxLength: 60,
  })
  .map((parts) => `<style>.it {font: italic 12px Times}</style>${parts.join('')}`)

test('any soup of tags becomes prose of one form, with every word in its place', async ({ page }) => {
  await openReader(page)
  const property = fc.asyncProperty(fc.array(soup, { minLength: 20, maxLength: 20 }), async (clipboards) => {
    const read = await pasteAll(page, clipboards)
    expect(read.flatMap((blocks) => faultsOf(blocks))).toEqual([])
    expect(read.map((blocks) => seen(wordsOf(blocks)))).toEqual((await textsOf(page, clipboards)).map(seen))
  })
  await fc.assert(property, { numRuns: runs.call })
})

test('what a reader of the page cannot see is not brought along', async ({ page }) => {
  await openReader(page)
  const mixed = fc.array(fc.oneof(word, piece, blank, outOfSight), { maxLength: 60 }).map((parts) => parts.join(''))
  const property = fc.asyncProperty(fc.array(mixed, { minLength: 20, maxLength: 20 }), async (clipboards) => {
    const read = (await pasteAll(page, clipboards)).map(wordsOf)
    const texts = await textsOf(page, clipboards)
    expect(read.flatMap(unseen)).toEqual([])
    expect(read.flatMap((words, index) => seen(words).filter((word) => !texts[index]?.includes(word)))).toEqual([])
  })
  await fc.assert(property, { numRuns: runs.call })
})

const trap = "globalThis.trap='ran'"
const evil = [
  `<script>${trap}</script>`,
  `<img src=x onerror="${trap}">`,
  `<img src="https://elsewhere.example/pixel.gif">`,
  `<svg onload="${trap}"><script>${trap}</script><a xlink:href="javascript:${trap}"><text>a</text></a></svg>`,
  `<svg><foreignObject><p onclick="${trap}">a</p><iframe srcdoc="<script>${trap}</script>"></iframe></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${trap}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror="${trap}">`,
  `<noscript><p title="</noscript><img src=x onerror=${trap}>">`,
  `<style>@import "https://elsewhere.example/a.css"; p {background:url(https://elsewhere.example/b)}</style>`,
  `<link rel=stylesheet href="https://elsewhere.example/c.css"><base href="https://elsewhere.example/">`,
  `<meta http-equiv=refresh content="0;url=https://elsewhere.example/">`,
  `<iframe src="javascript:${trap}"></iframe><object data="javascript:${trap}"></object><embed src="javascript:${trap}">`,
  `<video autoplay onplay="${trap}"><source src=x onerror="${trap}"></video><audio src=x onerror="${trap}">`,
  `<a href="javascript:${trap}">a</a><a href="JaVaScRiPt&colon;${trap}">b</a><a href="&#1;javascript:${trap}">c</a>`,
  `<a href="java&Tab;script:${trap}">a</a><a href="data:text/html,<script>${trap}</script>">b</a><a href="vbscript:x">c</a>`,
  `<a href="https:javascript:x">a</a><a href="//elsewhere.example">b</a><a href="/\\elsewhere.example">c</a><a href="blob:https://a/b">d</a>`,
  `<a href="https://www.google.com/url?q=javascript:${trap}">a</a><a href="https://www.google.com/url?q=/url?q=x">b</a>`,
  `<img src="/images/../api/owner"><img src="/images/a%2f..%2fb"><img src="//elsewhere.example/images/a"><img src="data:image/png,x">`,
  `<p style="background:url(javascript:${trap});font-style:italic;expression(${trap})">a</p>`,
  `<details open ontoggle="${trap}"><summary>a</summary>b</details><marquee onstart="${trap}">c</marquee>`,
  `<input autofocus onfocus="${trap}"><select autofocus onfocus="${trap}"><option>a</select><textarea>b</textarea>`,
  `<template><script>${trap}</script></template><custom-element onclick="${trap}">a</custom-element>`,
  `<xml><o:p>a</o:p></xml><?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "b">]><![CDATA[<script>${trap}</script>]]>`,
  `<frameset onload="${trap}"><frame src="javascript:${trap}"></frameset>`,
  `<body onload="${trap}"><html onclick="${trap}">`,
  '<!-- never closed <p>a</p>',
  '<p title="never closed <b>a</b>',
  '<table><a href="https://a.example"><tr><td><p>a<table><p>b',
  '</p></div></body></html><p>a',
  '\u0000\u0001\u202e\ud800<p>\udfff</p>',
]
const hostile = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...evil) }, piece, word, blank, fc.string({ unit: 'binary' })),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

test('a hostile clipboard runs nothing, fetches nothing, and leaves nothing but prose', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await openReader(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(dialog.message()))
  const clipboards = [...evil, ...fc.sample(hostile, plenty(20_000, 1_500))]
  for (let from = 0; from < clipboards.length; from += 500) {
    const read = await pasteAll(page, clipboards.slice(from, from + 500))
    expect(read.flatMap((blocks) => faultsOf(blocks))).toEqual([])
  }
  // What had been loaded or run by now would have said so after a turn of the page's own clock.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await page.evaluate(() => 'trap' in globalThis)).toBe(false)
  expect(asked).toEqual([])
  expect(complaints).toEqual([])
})

test('one that is deep, wide or endless is read to its end', async ({ page }) => {
  await openReader(page)
  // A browser's own parser takes its time with what is deep: four times as long for twice as deep.
  const deep = plenty(50_000, 2_000)
  const wide = plenty(50_000, 12_000)
  const opened = [
    '<div>',
    '<b>',
    '<i><b>',
    '<blockquote>',
    '<ul><li>',
    '<ol>',
    '<table><tr><td>',
    '<a href="/a">',
    '<span style="color:red">',
  ]
  const clipboards = [
    `${'<div>'.repeat(wide)}w1x`,
    ...opened.map((open) => `${open.repeat(deep)}w1x`),
    `<p style="${'mso-a:b;'.repeat(wide)}" class="${'a '.repeat(wide)}" title="${'x'.repeat(1_000_000)}">w1x</p>`,
    `<style>${'.a{font-style:italic}'.repeat(wide)}</style>${'<i class=a></i>'.repeat(wide)}<p>w1x</p>`,
    `<p>${'<i>a</i> '.repeat(wide)}w1x</p>`,
    `<p>${'<br>'.repeat(wide)}w1x</p>`,
    `${'<p>&nbsp;</p>'.repeat(wide)}w1x`,
    `${"<p style='mso-list:l0 level9 lfo1'>a</p>".repeat(wide)}<p>w1x</p>`,
    `${'<p class=MsoQuote>a</p>'.repeat(wide)}<p>w1x</p>`,
    `<table>${'<tr><td>a<td>b'.repeat(wide)}</table><p>w1x</p>`,
  ]
  for (const clipboard of clipboards) {
    const [blocks = []] = await pasteAll(page, [clipboard])
    expect(faultsOf(blocks)).toEqual([])
    expect(seen(wordsOf(blocks))).toEqual(['w1x'])
  }
})
