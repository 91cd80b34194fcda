import type { Block } from './contract.ts'
import { evenGaps, isSceneBreak } from './sheet.ts'

/** Text that was broken into lines by a machine is never wider than this, and hardly ever narrower than the other. */
const widest = 82
const narrowest = 50

/** As few lines as can be told by their look. */
const enoughLines = 3
const enoughWrappedLines = 8

/** How a line of prose ends: with its sentence, whatever closes after it. */
const sentenceEnd = /[.!?…:—–-]["'”’»)\]*_]*$/

/**
 * Paragraphs out of plain text. They end at blank lines. A text in which each line is a paragraph is told by its lines,
 * which end as sentences do; one that was broken into lines by a machine, by lines that are all as full as can be. Every
 * other line end is the author's and stays.
 */
export function readLines(text: string): Block[] {
  const lines = text
    .replace(/\r\n?|[\u2028\v]/g, '\n')
    .replace(/[\u2029\f]/g, '\n\n')
    .replace(/[\ufeff]|[^\P{Cc}\t\n]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
  const paragraphs = paragraphsOf(lines)
  if (hasParagraphPerLine(paragraphs)) return evenGaps(lines.map((line) => blockOf(line)))
  const width = wrapWidth(paragraphs)
  return paragraphs.map((paragraph) => blockOf(isWrapped(paragraph, width) ? unwrap(paragraph) : paragraph.join('\n')))
}

function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line !== '' && !isSceneBreak(line)) paragraphs.at(-1)?.push(line)
    else if (line === '') paragraphs.push([])
    else paragraphs.push([line], [])
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

function blockOf(words: string): Block {
  const text = words.trim()
  if (isSceneBreak(text)) return { type: 'break' }
  return { type: 'p', children: text === '' ? [] : [text] }
}

/** Where blank lines end paragraphs too, single lines must be beyond doubt: a verse or an address has its lines on purpose. */
function hasParagraphPerLine(paragraphs: readonly string[][]): boolean {
  const several = paragraphs.filter((paragraph) => paragraph.length > 1)
  const lines = several.flat()
  if (lines.length < enoughLines) return false
  const ended = lines.filter((line) => sentenceEnd.test(line)).length / lines.length
  const isBreak = ([line = '']: readonly string[] = []) => isSceneBreak(line)
  const hasBlankLines = paragraphs.some((one, at) => at > 0 && !isBreak(one) && !isBreak(paragraphs[at - 1]))
  if (!hasBlankLines) return ended >= 2 / 3
  return ended >= 0.8 && lines.some((line) => line.length > widest)
}

/** How wide the text was set, or 0 where nothing says that it was. */
function wrapWidth(paragraphs: readonly string[][]): number {
  const broken = paragraphs.flatMap((paragraph) => paragraph.slice(0, -1))
  const width = broken.reduce((most, { length }) => (length <= widest ? Math.max(most, length) : most), 0)
  const isWide = paragraphs.some((paragraph) => paragraph.length > 1 && paragraph.some((line) => line.length > widest))
  if (isWide || width < narrowest || broken.length < enoughWrappedLines) return 0
  const full = paragraphs.flatMap((paragraph) => paragraph.slice(0, -1).filter((_, at) => isFull(paragraph, at, width)))
  return full.length >= broken.length * 0.8 ? width : 0
}

/** The next word had no room in it. */
function isFull(paragraph: readonly string[], at: number, width: number): boolean {
  const [line = '', next = ''] = paragraph.slice(at, at + 2)
  return line.length + 1 + (next.split(/\s/, 1)[0]?.length ?? 0) > width
}

function isWrapped(paragraph: readonly string[], width: number): boolean {
  const isEven = paragraph.slice(1).every((line) => !/^\s/.test(line))
  return width > 0 && isEven && paragraph.slice(0, -1).every((_, at) => isFull(paragraph, at, width))
}

/** A machine breaks after a hyphen that was there before it. */
function unwrap(paragraph: readonly string[]): string {
  return paragraph.reduce((text, line) => (text.endsWith('-') ? text + line : `${text} ${line}`))
}
