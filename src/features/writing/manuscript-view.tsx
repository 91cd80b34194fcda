import { memo, type Ref, useDeferredValue, useMemo } from 'react'
import { useIsAwake } from '#ui/awake.ts'
import { cn } from '#ui/cn.ts'
import type { Block, Inline } from './contract.ts'
import { setBlock } from './prose-view.tsx'

/** About a screen and a half: the browser lays out only the passages she is near. */
const passageLength = 2_500
/** A picture is about as high as so many characters. */
const pictureLength = 600

type Passage = { from: number; blocks: { block: Block; className: string | undefined }[] }

/** A story as it is set: first words in small capitals, an indent where one paragraph follows another, in passages. */
export function toPassages(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  let length = passageLength
  let count = 0
  let isFirst = true
  let follows = false
  for (const block of blocks) {
    const isParagraph = block.type === 'p'
    if (isParagraph && block.children.length === 0) continue
    if (length >= passageLength) {
      passages.push({ from: count, blocks: [] })
      length = 0
    }
    passages.at(-1)?.blocks.push({ block, className: classOf(block, isFirst, follows) })
    // A heading, a motto or a picture may stand before the first words.
    if (isParagraph || block.type === 'break') isFirst = false
    follows = isParagraph
    length += lengthOf(block)
    count++
  }
  return passages
}

type Part = Block | Inline | readonly Part[]

/** How many characters there are to read, in fewer than the words themselves would take. */
function lengthOf(part: Part): number {
  if (typeof part === 'string') return part.length
  if ('reduce' in part) return part.reduce((sum: number, one) => sum + lengthOf(one), 0)
  if ('items' in part) return lengthOf(part.items)
  return 'children' in part ? lengthOf(part.children) : part.type === 'figure' ? pictureLength : 0
}

function classOf(block: Block, isFirst: boolean, follows: boolean): string | undefined {
  if (block.type === 'break') return 'break'
  if (block.type !== 'p') return undefined
  const [start] = block.children
  // An author who indents by hand gets her own indent, not a second one.
  const isIndented = typeof start === 'string' && /^\s/.test(start)
  return cn(isFirst ? 'first' : !follows && 'after-break', isIndented && 'own-indent') || undefined
}

/** What she can see of a story in its first moment; the rest follows before she can get there. */
const atOnce = 4

type ManuscriptProps = { blocks: readonly Block[]; ref: Ref<HTMLDivElement> }

/** The words of a story. Set once: nothing that happens around the words sets them again. */
export const Manuscript = memo(function Manuscript({ blocks, ref }: ManuscriptProps) {
  const passages = useMemo(() => toPassages(blocks), [blocks])
  const first = useIsAwake() ? passages.slice(0, atOnce) : passages
  return (
    <div ref={ref} className="manuscript writing">
      {useDeferredValue(passages, first).map(({ from, blocks: passage }) => (
        <div key={from} data-from={from} className="passage">
          {passage.map(({ block, className }, at) => setBlock(block, at, className))}
        </div>
      ))}
    </div>
  )
})
