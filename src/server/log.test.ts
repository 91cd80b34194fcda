import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(report: string): string {
  const lines: string[] = []
  createLog((line) => lines.push(line)).warn('a report', { report })
  return JSON.parse(lines[0] ?? '').report
}

test.each([
  ['reader@home.example', 'r***@***'],
  ['to <reader@home.example>, from "other.one@away.example"', 'to <r***@***>, from "o***@***"'],
  ['smtp://user:secret@mail.example:25 said no', 'smtp://user:s***@*** said no'],
  ['550 reader@', '550 r***@***'],
  ['nobody at all, @ noon', 'nobody at all, @ noon'],
])('of %j the log holds %j', (text, expected) => {
  expect(logged(text)).toBe(expected)
})

test('a long text is cut, and no half of an address is left at its end', () => {
  const address = 'reader.of.books@home.example'
  for (let length = 380; length < 620; length++) {
    const report = logged(`${'x'.repeat(length)} ${address} ${'y'.repeat(700)}`)
    expect(report.length).toBeLessThanOrEqual(500)
    expect(report).not.toContain('reader')
  }
  // Addresses shrink when they are masked, and what stood behind the end comes into sight.
  const many = `${address} `.repeat(100)
  for (let length = 0; length < 30; length++) expect(logged(`${'x'.repeat(length)} ${many}`)).not.toMatch(/rea/)
})

test('no sign that a terminal would act on is left in a line', () => {
  const lines: string[] = []
  createLog((line) => lines.push(line)).warn('a report', {
    report: 'one\n\u001b[2J\u007f\u009b2J\u202eowt\u2066 three',
  })
  expect(lines.join()).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  expect(JSON.parse(lines[0] ?? '').report).toBe('one\\u000a\\u001b[2J\\u007f\\u009b2J\\u202eowt\\u2066 three')
})

test('no half of a link that opens something is left at the end of a long text', () => {
  const token = `0192f0c1-2222-7333-8444-555566667777.${'k'.repeat(43)}`
  for (let length = 380; length < 620; length++)
    expect(logged(`${'x'.repeat(length)} ${token} end`)).not.toContain('kk')
})
