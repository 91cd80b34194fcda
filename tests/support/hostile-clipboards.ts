import fc from 'fast-check'

export const word = fc.nat(99).map((number) => `w${number}x`)
export const blank = fc.constantFrom(' ', '\n', '\t', '&nbsp;', '&nbsp; ', '<br>', '<br><br>', '&shy;')
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
export const piece = tag.map(([name, style, start]) => (start === '<' ? `<${name}${style}>` : `</${name}>`))
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
export const outOfSight = hidden.map(([open, number]) => `<${open}>u${number}x</${open.split(' ')[0]}>`)

export const soup = fc
  .array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 3, arbitrary: piece }, blank, anchor, own), {
    maxLength: 60,
  })
  .map((parts) => `<style>.it {font: italic 12px Times}</style>${parts.join('')}`)

const trap = "globalThis.trap='ran'"
export const evil = [
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

/** Made when it is asked for: any letter there is costs a second to prepare, and every process loads this file. */
export const hostile = () =>
  fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...evil) }, piece, word, blank, fc.string({ unit: 'binary' })),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((parts) => parts.join(''))
