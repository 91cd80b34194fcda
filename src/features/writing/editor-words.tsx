import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { useDeferredValue, useMemo } from 'react'
import { countWords } from '#lib/word-count.ts'
import { wordsInWords } from './preview.tsx'

const counted = new WeakMap<Node, number>()

/** A block never changes, so only the one she writes in is counted again. */
function wordsOf(doc: Node): number {
  let sum = 0
  doc.forEach((node) => {
    let own = counted.get(node)
    if (own === undefined) {
      own = countWords(node.textBetween(0, node.content.size, '\n', '\n'))
      counted.set(node, own)
    }
    sum += own
  })
  return sum
}

/** How much she has written, and how much of it she has chosen. */
export function EditorWords({ id, state }: { id: string; state: EditorState }) {
  const { doc, selection } = useDeferredValue(state)
  const { from, to, empty } = selection
  const chosen = useMemo(() => (empty ? 0 : countWords(doc.textBetween(from, to, '\n', '\n'))), [doc, from, to, empty])
  return (
    <p id={id} className="editor-words">
      {wordsInWords(wordsOf(doc))}
      {chosen > 0 && ` · ${chosen.toLocaleString('en-CA')} selected`}
    </p>
  )
}
