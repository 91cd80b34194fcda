import { memo, type Ref, useDeferredValue, useMemo } from 'react'
import { useIsAwake } from './awake.ts'
import { cn } from './cn.ts'

type Kind = 'first' | 'plain' | 'break' | 'after-break'
type Passage = { from: number; paragraphs: { text: string; kind: Kind }[] }

/** About a screen and a half: the browser lays out only the passages she is near. */
const passageLength = 2_500

/** One or more empty lines, with or without blanks in them. What stands before the next word is the author's. */
const betweenParagraphs = /\r?\n(?:[^\S\r\n]*\r?\n)+/
const blankLinesFirst = /^(?:[^\S\r\n]*\r?\n)+/
const sceneBreak = /^[\s*⁂•·~#_=–—-]{1,24}$/

/** The words of a story as they are set: paragraphs at blank lines, lines within them as written, in passages. */
export function toPassages(content: string): Passage[] {
  const passages: Passage[] = []
  let length = passageLength
  let kind: Kind = 'first'
  let count = 0
  for (const text of content.replace(blankLinesFirst, '').split(betweenParagraphs)) {
    if (text.trim() === '') continue
    if (length >= passageLength) {
      passages.push({ from: count, paragraphs: [] })
      length = 0
    }
    const isBreak = sceneBreak.test(text)
    passages.at(-1)?.paragraphs.push({ text, kind: isBreak ? 'break' : kind })
    kind = isBreak ? 'after-break' : 'plain'
    length += text.length
    count++
  }
  return passages
}

/** What she can see of a story in its first moment; the rest follows before she can get there. */
const atOnce = 4

/** Set once: nothing that happens around the words sets them again. */
export const Manuscript = memo(function Manuscript({ content, ref }: { content: string; ref: Ref<HTMLDivElement> }) {
  const passages = useMemo(() => toPassages(content), [content])
  const first = useIsAwake() ? passages.slice(0, atOnce) : passages
  return (
    <div ref={ref} className="manuscript">
      {useDeferredValue(passages, first).map(({ from, paragraphs }) => (
        <div key={from} data-from={from} className="passage">
          {paragraphs.map(({ text, kind }, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a story do not change places
              key={index}
              // Heard as a break, not as three asterisks.
              role={kind === 'break' ? 'separator' : undefined}
              // An author who indents by hand gets her own indent, not a second one.
              className={cn(kind !== 'plain' && kind, /^\s/.test(text) && 'own-indent')}
            >
              {text}
            </p>
          ))}
        </div>
      ))}
    </div>
  )
})
