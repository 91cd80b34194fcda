import { countInWords } from '#desk/words.ts'
import { countWords } from '#lib/word-count.ts'
import type { Block, Inline } from './contract.ts'
import { linkFrom, ownPicture } from './pasted-address.ts'
import { parseDocument } from './pasted-document.ts'
import { type Left, nothingLeft, readHtml } from './pasted-html.ts'
import { readLines } from './pasted-text.ts'

/** What came along, counted. */
export type Kept = {
  words: number
  paragraphs: number
  italics: number
  bolds: number
  headings: number
  lists: number
  quotations: number
  links: number
  sceneBreaks: number
  pictures: number
}

/** A text from elsewhere, as it is written here, and what became of the rest. */
export type Arrival = { blocks: Block[]; kept: Kept; left: Left }

/** `origin` is this site's own: links and pictures that lead there stay as paths. */
export type Here = { origin: string }

/** What another program put on the clipboard as HTML. Needs a browser; loads and runs nothing of it. */
export function readClipboard(html: string, { origin }: Here): Arrival {
  const { blocks, left } = readHtml(parseDocument(html), {
    linkFrom: (href) => linkFrom(href, origin),
    pictureFrom: (src) => ownPicture(src, origin),
  })
  return { blocks, kept: countKept(blocks), left }
}

/** What is words and nothing else: a clipboard without HTML, or a text file. */
export function readPlainText(text: string): Arrival {
  const blocks = readLines(text)
  return { blocks, kept: countKept(blocks), left: { ...nothingLeft } }
}

/** What became of it, in a sentence or two for the author. Names nothing that was not there. */
export function arrivalLine({ kept, left }: Arrival, did: 'Pasted' | 'Imported' = 'Pasted'): string {
  const stayed = sentenceOf('Kept', [
    [kept.italics, 'italic', 'italics'],
    [kept.bolds, 'bold passage', 'bold passages'],
    [kept.headings, 'heading', 'headings'],
    [kept.lists, 'list', 'lists'],
    [kept.quotations, 'quotation', 'quotations'],
    [kept.links, 'link', 'links'],
    [kept.sceneBreaks, 'scene break', 'scene breaks'],
    [kept.pictures, 'picture', 'pictures'],
  ])
  const gone = sentenceOf(
    'Left out',
    [
      [left.comments, 'comment', 'comments'],
      [left.deletions, 'deleted passage', 'deleted passages'],
      [left.links, 'link that does not begin with https', 'links that do not begin with https'],
      [left.pictures, 'picture', 'pictures'],
      [left.tables, 'table, whose rows are paragraphs now', 'tables, whose rows are paragraphs now'],
      [left.embedded, 'video or other embedded thing', 'videos or other embedded things'],
    ],
    left.fonts > 0 ? ['fonts and colours'] : [],
  )
  const nothing = kept.words + kept.pictures + kept.sceneBreaks === 0
  const first = nothing ? 'There were no words in it.' : `${did} ${countInWords(kept.words, 'word', 'words')}.`
  return [first, stayed, gone].filter((sentence) => sentence !== '').join(' ')
}

function sentenceOf(start: string, counts: [number, string, string][], before: string[] = []): string {
  const parts = counts.filter(([count]) => count > 0).map((count) => countInWords(...count))
  const all = [...before, ...parts]
  return all.length > 0 ? `${start}: ${all.join(', ')}.` : ''
}

function countKept(blocks: readonly Block[]): Kept {
  const kept: Kept = {
    words: 0,
    paragraphs: 0,
    italics: 0,
    bolds: 0,
    headings: 0,
    lists: 0,
    quotations: 0,
    links: 0,
    sceneBreaks: 0,
    pictures: 0,
  }
  for (const block of blocks) countBlock(block, kept)
  return kept
}

function countBlock(block: Block, kept: Kept) {
  if (block.type === 'break') kept.sceneBreaks++
  else if (block.type === 'figure') kept.pictures++
  else if (block.type === 'list') {
    kept.lists++
    for (const inside of block.items.flat()) countBlock(inside, kept)
  } else if (block.type === 'quote') {
    kept.quotations++
    for (const inside of block.children) countBlock(inside, kept)
  } else {
    if (block.type !== 'p') kept.headings++
    else if (block.children.length > 0) kept.paragraphs++
    kept.words += countWords(countMarks(block.children, kept))
  }
}

/** Gives back the words without their marks. */
function countMarks(inlines: readonly Inline[], kept: Kept): string {
  const words = inlines.map((inline) => {
    if (typeof inline === 'string') return inline
    if (inline.type === 'em') kept.italics++
    if (inline.type === 'strong') kept.bolds++
    if (inline.type === 'link') kept.links++
    return countMarks(inline.children, kept)
  })
  return words.join('')
}
