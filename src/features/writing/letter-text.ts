import type { Block, Inline } from './contract.ts'

/** For whoever reads a letter as words alone: where a link leads stands behind it, and a scene break is three stars. */
export function toLetterText(blocks: readonly Block[], origin: string, isClosed?: (path: string) => boolean): string {
  const line = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) => {
        if (typeof inline === 'string') return inline
        const words = line(inline.children)
        if (inline.type !== 'link') return words
        const url = new URL(inline.href, origin)
        const isNowhere = url.origin === new URL(origin).origin && isClosed?.(url.pathname)
        const address = url.protocol === 'mailto:' ? url.pathname : url.href
        return isNowhere || words === address ? words : `${words} (${address})`
      })
      .join('')
  const set = (block: Block): string => {
    switch (block.type) {
      case 'quote':
        return setAll(block.children).replace(/^/gm, '> ')
      case 'list':
        return block.items
          .map(
            (item, at) =>
              `${block.start === null ? '-' : `${block.start + at}.`} ${setItem(item).replace(/\n(?=.)/g, '\n  ')}`,
          )
          .join('\n')
      case 'figure':
        return [block.alt, block.caption].filter(Boolean).join('\n')
      case 'break':
        return '* * *'
      default:
        return line(block.children)
    }
  }
  // A list within a list follows its line at once.
  const setItem = (item: readonly Block[]): string =>
    item.map((block, at) => (at === 0 ? '' : block.type === 'list' ? '\n' : '\n\n') + set(block)).join('')
  const setAll = (some: readonly Block[]): string =>
    some
      .map(set)
      .filter((text) => text.trim() !== '')
      .join('\n\n')
  return setAll(blocks)
}
