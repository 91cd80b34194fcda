import type { Block, Heading, List, Paragraph } from './contract.ts'
import { type Run, toTrimmedInlines } from './runs.ts'

/** Whatever separates scenes: nothing but signs. One or two strokes alone are a word that was broken off. */
const sceneBreak = /^[\s*∗⁂✱✻✽❦❧◆◇•·~#_=+–—-]{1,24}$/

export function isSceneBreak(text: string): boolean {
  return sceneBreak.test(text) && !/^[–—=+_-]{0,2}$/.test(text.trim())
}

/** Lists and quotations within each other; what lies deeper stays where it is. */
const deepest = 9

/** The words being written: what marks them, what they are, and what their blanks mean. */
export type Ink = Omit<Run, 'text'> & {
  kind: 'p' | Heading['type']
  isCaption: boolean
  /** a row of a table is one paragraph, whatever its cells hold */
  isRow: boolean
}

/** An item of a list that is told by its level, as Word does, and not by where it stands. */
export type Level = { level: number; start: number | null; key: string }

type Container = { blocks: Block[]; list: List | null; isItem: boolean; close: () => void }

export type Sheet = ReturnType<typeof createSheet>

/** Where an arriving text is written down, word by word, and becomes blocks. */
export function createSheet() {
  const blocks: Block[] = []
  const page: Container = { blocks, list: null, isItem: false, close: () => {} }
  const open: Container[] = [page]
  /** lists that a further item may join */
  const levelled = new WeakMap<List, string>()
  /** quotations that a further paragraph may join */
  const joinable = new WeakSet<Block>()

  let runs: Run[] = []
  let ink: Ink | null = null
  let lineEnds = 0
  let hasBlank = false
  let isAfterSpace = true

  const top = () => open.at(-1) ?? page

  /** What stands in a list and in none of its items belongs to the last of them. */
  function place(): Block[] {
    const { list, blocks } = top()
    if (!list) return blocks
    if (list.items.length === 0) list.items.push([])
    return list.items.at(-1) ?? []
  }

  function emptyLines(count: number) {
    // Within a list or a quotation they are spacing and nothing else.
    if (open.length === 1) for (let left = count; left > 0; left--) blocks.push({ type: 'p', children: [] })
  }

  function put(block: Block) {
    const into = place()
    if (block.type === 'break' && into.at(-1)?.type === 'break') return
    into.push(block)
  }

  function endParagraph() {
    if (ink) {
      putWords(ink)
      emptyLines(lineEnds - 1)
    } else {
      emptyLines(lineEnds || Number(hasBlank))
    }
    runs = []
    ink = null
    lineEnds = 0
    hasBlank = false
    isAfterSpace = true
  }

  function putWords({ kind, isCaption }: Ink) {
    const text = runs.map((run) => run.text).join('')
    const figure = place().at(-1)
    if (isCaption && figure?.type === 'figure' && figure.caption === '') figure.caption = oneLine(text)
    else if (isSceneBreak(text.trim()) && !open.some(({ isItem }) => isItem)) put({ type: 'break' })
    // A heading is set in bold as it is.
    else if (kind !== 'p' && runs.every(({ strong, text }) => strong || text.trim() === ''))
      put({ type: kind, children: toTrimmedInlines(runs.map((run) => ({ ...run, strong: false }))) })
    else put({ type: kind, children: toTrimmedInlines(runs) })
  }

  /** One line end is a line end, two or more are the end of a paragraph. */
  function passLineEnds(next: Ink) {
    if (lineEnds === 0) return
    if (ink && (lineEnds === 1 || next.isRow)) {
      const last = runs.at(-1)
      if (last && isAfterSpace) last.text = last.text.replace(/ $/, '')
      add('\n', next)
      lineEnds = 0
      isAfterSpace = true
    } else {
      endParagraph()
    }
  }

  function add(text: string, { href, strong, em }: Ink) {
    const last = runs.at(-1)
    if (last && last.href === href && last.strong === strong && last.em === em) last.text += text
    else runs.push({ text, href, strong, em })
  }

  /** Words whose blanks collapse, as those of a page do. Says whether anything was to be seen. */
  function write(text: string, next: Ink): boolean {
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
    const isSpaced = isAfterSpace || lineEnds > 0
    return writeExactly(isSpaced && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed, next)
  }

  /** Words with all their blanks. */
  function writeExactly(text: string, next: Ink): boolean {
    if (text === '') return false
    const isBlank = text.trim() === ''
    if (isBlank && (!ink || lineEnds > 0)) {
      hasBlank ||= text.includes('\u00a0')
      return false
    }
    passLineEnds(next)
    ink ??= next
    add(text, next)
    isAfterSpace = text.endsWith(' ')
    return !isBlank
  }

  function openContainer(
    close: (inside: Block[]) => void,
    { list = null, isItem = false }: { list?: List | null; isItem?: boolean } = {},
  ) {
    endParagraph()
    if (open.length > deepest) return void open.push({ ...page, blocks: place() })
    const inside: Block[] = []
    open.push({ blocks: inside, list, isItem, close: () => close(inside) })
  }

  function closeContainer() {
    endParagraph()
    if (open.length > 1) open.pop()?.close()
  }

  function openList(start: number | null) {
    const list: List = { type: 'list', start, items: [] }
    const close = () => {
      list.items = list.items.filter((item) => item.length > 0)
      if (list.items.length > 0) put(list)
    }
    openContainer(close, { list })
  }

  function openItem() {
    const { list } = top()
    if (!list) return openLevel({ level: 1, start: null, key: 'loose' })
    openContainer((inside) => list.items.push(inside), { isItem: true })
  }

  function openLevel(level: Level) {
    const close = (inside: Block[]) => {
      if (inside.length > 0) putItem(level, inside)
    }
    openContainer(close, { isItem: true })
  }

  /** As deep as there are lists to hold it. */
  function putItem({ level, start, key }: Level, item: Block[]) {
    let into = place()
    dropSpacing(into)
    for (let depth = 1; ; depth++) {
      const list = into.at(-1)
      const isOpen = list?.type === 'list' && levelled.has(list)
      if (isOpen && depth < level && depth < deepest) {
        into = list.items.at(-1) ?? []
        continue
      }
      const isSame = isOpen && (list.start === null) === (start === null) && (depth > 1 || levelled.get(list) === key)
      if (isSame) return void list.items.push(item)
      const fresh: List = { type: 'list', start, items: [item] }
      levelled.set(fresh, key)
      return void into.push(fresh)
    }
  }

  /** Empty paragraphs between the items of a list do not end it. */
  function dropSpacing(into: Block[]) {
    const last = into.findLastIndex((block) => !isEmptyLine(block))
    const list = into[last]
    if (list?.type === 'list' && levelled.has(list)) into.length = last + 1
  }

  function openQuote() {
    openContainer((inside) => {
      if (inside.length > 0) put({ type: 'quote', children: inside })
    })
  }

  /** A paragraph that is a quotation by its style: with its neighbours it is one. */
  function openQuotedParagraph() {
    openContainer((inside) => {
      const before = place().at(-1)
      if (inside.length === 0) return
      if (before?.type === 'quote' && joinable.has(before)) {
        for (const block of inside) before.children.push(block)
        return
      }
      const quote: Block = { type: 'quote', children: inside }
      joinable.add(quote)
      put(quote)
    })
  }

  function finish(): Block[] {
    endParagraph()
    while (open.length > 1) closeContainer()
    return evenGaps(blocks)
  }

  return {
    write,
    writeExactly,
    endLine: () => void lineEnds++,
    endParagraph,
    emptyLine: () => emptyLines(1),
    hasWords: () => ink !== null,
    put(block: Block) {
      endParagraph()
      put(block)
    },
    openList,
    openItem,
    openLevel,
    openQuote,
    openQuotedParagraph,
    closeContainer,
    finish,
  }
}

function isEmptyLine(block: Block | undefined): block is Paragraph {
  return block?.type === 'p' && block.children.length === 0
}

/**
 * Empty paragraphs are spacing where she has them between most of her paragraphs, and beside headings, lists and breaks.
 * Between two paragraphs, where she has more of them than usual, she means it: that is how a scene ends in a text that is
 * set without gaps. It stays, as one empty line.
 */
export function evenGaps(blocks: readonly Block[]): Block[] {
  const words = blocks.map((block, index) => ({ block, index })).filter(({ block }) => !isEmptyLine(block))
  const gaps = words.slice(1).map(({ block, index }, order) => {
    const before = words[order]
    const isBetweenParagraphs = block.type === 'p' && before?.block.type === 'p'
    return isBetweenParagraphs ? index - before.index - 1 : null
  })
  const counted = gaps.filter((gap) => gap !== null).sort((a, b) => a - b)
  const usual = counted[Math.floor(counted.length / 2)] ?? 0
  return words.flatMap(({ block }, order): Block[] => {
    const gap = gaps[order - 1] ?? 0
    return gap > usual ? [{ type: 'p', children: [] }, block] : [block]
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
