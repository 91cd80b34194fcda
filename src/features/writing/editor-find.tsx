import {
  findNext,
  findPrev,
  getMatchHighlights,
  replaceAll,
  replaceNext,
  SearchQuery,
  type SearchResult,
  setSearchState,
} from 'prosemirror-search'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { controlClass } from '#ui/field.tsx'

/** Finds words in the text, and puts others in their place. */
export function EditorFind({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const [find, setFind] = useState('')
  const [replacement, setReplacement] = useState('')
  const [line, setLine] = useState('')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
    // Nothing stays lit in the text once this is gone.
    return () => ask(view, '', '')
  }, [view])

  const look = (words: string, others: string) => {
    setFind(words)
    setReplacement(others)
    ask(view, words, others)
    setLine(words === '' ? '' : found(countOf(view)))
  }
  const step = (command: Command) => {
    command(view.state, view.dispatch)
    // The focus is here, so the editor does not follow what it has chosen.
    view.dom.querySelector('.ProseMirror-active-search-match')?.scrollIntoView({ block: 'center' })
    setLine(found(countOf(view)))
  }
  const everywhere = () => {
    const count = countOf(view)
    replaceAll(view.state, view.dispatch)
    setLine(count === 0 ? 'Not found.' : `Replaced ${count === 1 ? 'once' : `${count.toLocaleString('en-CA')} times`}.`)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? findPrev : findNext)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const field = (label: string, value: string, onText: (text: string) => void) => (
    <label className="min-w-40 flex-1">
      <span className="sr-only">{label}</span>
      <input
        ref={label === 'Find' ? input : undefined}
        placeholder={label}
        value={value}
        onChange={(event) => onText(event.target.value)}
        className={cn(controlClass, 'h-11')}
      />
    </label>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields and buttons have the keys; this hears Enter and Esc
    <div onKeyDown={press} className="editor-find">
      {field('Find', find, (text) => look(text, replacement))}
      {field('Replace with', replacement, (text) => look(find, text))}
      <div className="flex flex-wrap">
        <Button variant="quiet" onClick={() => step(findPrev)}>
          Previous
        </Button>
        <Button variant="quiet" onClick={() => step(findNext)}>
          Next
        </Button>
        <Button variant="quiet" onClick={() => step(replaceNext)}>
          Replace
        </Button>
        <Button variant="quiet" onClick={everywhere}>
          Replace all
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <p role="status" className="small w-full text-muted empty:hidden">
        {line}
      </p>
    </div>
  )
}

function ask(view: EditorView, search: string, replace: string) {
  view.dispatch(setSearchState(view.state.tr, new Words({ search, replace, literal: true })))
}

/** Where a sentence begins with the word, or it is a name there, the other one begins with a capital too. */
class Words extends SearchQuery {
  override getReplacements(state: EditorState, result: SearchResult) {
    const isCapital = (text: string) => /^\p{Lu}/u.test(text)
    const { search, literal } = this
    const replace = this.replace.replace(/^./u, (letter) => letter.toUpperCase())
    if (isCapital(search) || replace === this.replace || !isCapital(state.doc.textBetween(result.from, result.to)))
      return super.getReplacements(state, result)
    return new SearchQuery({ search, literal, replace }).getReplacements(state, result)
  }
}

function countOf(view: EditorView): number {
  return getMatchHighlights(view.state).find().length
}

function found(count: number): string {
  return count === 0 ? 'Not found.' : `Found ${count === 1 ? 'once' : `${count.toLocaleString('en-CA')} times`}.`
}
