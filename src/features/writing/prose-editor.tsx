import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type ReactNode, startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '#ui/cn.ts'
import { arrivalLine, readClipboard, readPlainText } from './arrival.ts'
import { type BoxCaret, standOnPage } from './box-caret.ts'
import type { Block, Format } from './contract.ts'
import { linkAt } from './editor-commands.ts'
import { openText, sourceOf, toNode } from './editor-doc.ts'
import { EditorFind } from './editor-find.tsx'
import { editorPlugins } from './editor-keys.ts'
import { EditorLink } from './editor-link.tsx'
import { arrivingPictures, bringPicture, pictureView } from './editor-pictures.ts'
import { schema } from './editor-schema.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { EditorWords } from './editor-words.tsx'
import { importLine, readFile } from './import-file.ts'
import { keepLineInSight } from './line-in-sight.ts'
import { PictureTrouble } from './picture-upload.tsx'
import { readProse } from './prose.ts'
import { remember, remembered } from './remembered.ts'

type Props = {
  /** what the text box is called */
  label: string
  isOptional: boolean
  content: string
  format: Format
  /** name, fault and note of the text box, as any field has them */
  control: { id: string; 'aria-invalid'?: boolean | undefined; 'aria-describedby'?: string | undefined }
  onChange: (content: string) => void
  /** one picture more, or less, is on its way to its place in the text */
  onArriving: (change: 1 | -1) => void
  /** left out where there is no cover: then no button offers it */
  onCover?: ((src: string) => void) | undefined
  more?: ((put: Put) => ReactNode) | undefined
  /** she stood there in the box it takes the place of */
  stood?: BoxCaret | undefined
}

/** Puts words into the line she stands in, or a block after it. */
export type Put = { words: (text: string) => void; block: (block: Block) => void }

const curlyKey = 'frontispiece:straight-quotes'

/** The text as readers will see it, to be written on. It holds its own text, and tells its source at every change. */
export function ProseEditor(props: Props) {
  const { label, isOptional, content, format, control, onChange, onArriving, onCover, more, stood } = props
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [panel, setPanel] = useState<'link' | 'find' | null>(null)
  const [line, setLine] = useState<ReactNode>('')
  const [isCurly, setIsCurly] = useState(() => remembered(curlyKey) !== 'on')
  const count = useId()
  const told = useLatest({ onChange, onCover, control, label, isOptional })
  /** what she took along last, as it was: nothing is lost on the way through the system's clipboard */
  const copied = useRef({ text: '', slice: Slice.empty })
  const [opened] = useState(() => openText(content, format))

  const plugins = (curly: boolean) => [
    ...editorPlugins({ isCurly: curly, onLink: () => setPanel('link'), onFind: () => setPanel('find') }),
    arrivingPictures(),
  ]

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is read when it is needed
  useLayoutEffect(() => {
    if (!place.current) return
    const begun = EditorState.create({
      ...(stood ? standOnPage(content, opened, stood) : { doc: opened.doc }),
      plugins: plugins(isCurly),
    })
    const editor = new EditorView(place.current, {
      state: begun,
      attributes: () => attributesOf(told.current, count),
      handleScrollToSelection: keepLineInSight,
      nodeViews: { picture: pictureView(onCover && ((src) => told.current.onCover?.(src))) },
      clipboardTextSerializer: (slice) => {
        const text = slice.content.textBetween(0, slice.content.size, '\n\n', leafText)
        copied.current = { text, slice }
        return text
      },
      handleDOMEvents: {
        // The library would keep this key to itself, and it is the way out of the form.
        keydown: (_, event) => event.key === 'Escape',
        // Before the editor parses anything by itself: that would set off the page's policy at every style on a clipboard.
        paste: (_, event) => takeIn(editor, event, event.clipboardData),
        drop: (_, event) => {
          // Her own words, moved by hand, never leave the editor.
          if (editor.dragging) return false
          return takeIn(editor, event, event.dataTransfer, editor.posAtCoords(pointOf(event))?.pos)
        },
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        // The tools may lag behind a key, the letter may not.
        startTransition(() => setState(next))
        if (!transaction.docChanged) return
        told.current.onChange(sourceOf(next.doc, opened))
        // She has gone on writing, and so has read it.
        if (!transaction.getMeta('paste')) setLine('')
      },
    })
    setView(editor)
    setState(begun)
    if (stood?.hasFocus) {
      // Before the next key: whoever is writing writes on here.
      editor.focus()
      editor.dispatch(editor.state.tr.scrollIntoView())
    }
    return () => editor.destroy()
  }, [])

  const { 'aria-invalid': isInvalid, 'aria-describedby': described } = control
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fault or a note that came or went is told to whoever listens
  useEffect(() => view?.setProps({}), [view, isInvalid, described])

  function takeIn(editor: EditorView, event: Event, data: DataTransfer | null, at?: number): boolean {
    event.preventDefault()
    const files = [...(data?.files ?? [])]
    const html = data?.getData('text/html') ?? ''
    const text = data?.getData('text/plain') ?? ''
    if (html.includes('data-pm-slice') && text !== '' && text.replaceAll('\r\n', '\n') === copied.current.text) {
      putSlice(editor, copied.current.slice, at)
      return true
    }
    const arrival = html === '' ? readPlainText(text) : readClipboard(html, { origin: location.origin })
    // Word copies a picture of the words beside them; a browser copies a picture beside a line that names it.
    if (files.length > 0 && (html === '' || arrival.blocks.length === 0)) {
      void bringFiles(editor, files, at)
    } else if (html !== '' || text !== '') {
      if (isForTheLine(editor, text, html, arrival.blocks)) putWords(editor, text, at)
      // Nothing of it could be kept: what she has chosen stays.
      else if (arrival.blocks.length > 0) putBlocks(editor, arrival.blocks, at)
      setLine(arrivalLine(arrival))
    }
    // Whatever it was: nothing from elsewhere comes in by another way.
    return true
  }

  /** All of them to one place: the last one first, so that they stand as they came. */
  async function bringFiles(editor: EditorView, files: readonly File[], at?: number) {
    for (const file of files.toReversed()) {
      await (file.type.startsWith('image/') ? bring(editor, file, at) : importFile(editor, file, at))
    }
  }

  async function bring(editor: EditorView, file: File, at?: number) {
    setLine('')
    onArriving(1)
    try {
      await bringPicture(editor, file, at)
    } catch (failure) {
      setLine(<PictureTrouble failure={failure} />)
    } finally {
      onArriving(-1)
    }
  }

  async function importFile(editor: EditorView, file: File, at?: number) {
    try {
      const imported = await readFile(file, { origin: location.origin })
      putBlocks(editor, 'source' in imported ? readProse(imported.source) : imported.blocks, at)
      setLine(importLine(imported))
    } catch (failure) {
      setLine(failure instanceof Error ? failure.message : 'The file could not be read.')
    }
    editor.focus()
  }

  const run = (command: Command) => {
    if (view) command(view.state, view.dispatch, view)
    view?.focus()
  }
  const closePanel = () => {
    // Gone before the text has the focus: what goes takes the caret along.
    flushSync(() => setPanel(null))
    view?.focus()
  }
  const turnCurly = () => {
    remember(curlyKey, isCurly ? 'on' : 'off')
    setIsCurly(!isCurly)
    view?.updateState(view.state.reconfigure({ plugins: plugins(!isCurly) }))
    view?.focus()
  }

  return (
    <div className="editor">
      {state && (
        <EditorToolbar
          state={state}
          run={run}
          onLink={() => setPanel('link')}
          onFind={() => setPanel('find')}
          onPicture={(file) => view && bring(view, file)}
          onFile={(file) => view && importFile(view, file)}
          isCurly={isCurly}
          onCurly={turnCurly}
        />
      )}
      {view && more?.(putInto(view))}
      {view && panel === 'find' && <EditorFind view={view} onClose={closePanel} />}
      <p role="status" className="editor-line empty:hidden">
        {line}
      </p>
      <div ref={place} className="editor-page" />
      {state && <EditorWords id={count} state={state} />}
      {view && panel === 'link' && <EditorLink place={linkAt(view.state)} run={run} onClose={closePanel} />}
    </div>
  )
}

function leafText(node: Node): string {
  return node.type === schema.nodes.line_break ? '\n' : node.type === schema.nodes.scene_break ? '* * *' : ''
}

function pointOf({ clientX, clientY }: MouseEvent) {
  return { left: clientX, top: clientY }
}

type Named = Pick<Props, 'label' | 'isOptional' | 'control'>

function attributesOf({ label, isOptional, control }: Named, count: string): Record<string, string> {
  return {
    id: control.id,
    class: 'prose writing',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(isOptional ? {} : { 'aria-required': 'true' }),
    spellcheck: 'true',
    ...(control['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
    'aria-describedby': cn(control['aria-describedby'], count),
  }
}

/** Puts words where she stands, or where she let go of them; paragraphs at either end join the line they come to. */
function putBlocks(view: EditorView, blocks: readonly Block[], at?: number) {
  const nodes = blocks.map((block) => toNode(block))
  const isOpen = (node: Node | undefined) => (node?.type === schema.nodes.paragraph ? 1 : 0)
  putSlice(view, new Slice(Fragment.fromArray(nodes), isOpen(nodes[0]), isOpen(nodes.at(-1))), at)
}

/** She goes on writing behind it: left on a button, the focus would put it there again at the next space. */
function putInto(view: EditorView): Put {
  return {
    words(text) {
      putWords(view, text)
      view.focus()
    },
    block(block) {
      putAfter(view, block)
      view.focus()
    },
  }
}

/** After the block she stands in, or in its place where that is an empty line. */
function putAfter(view: EditorView, block: Block) {
  const { tr, selection } = view.state
  const at = selection.$from
  const isBlank = at.depth === 1 && at.parent.content.size === 0
  const [from, to] = isBlank ? [at.before(1), at.after(1)] : [at.after(1), at.after(1)]
  const nodes = [toNode(block), schema.nodes.paragraph.create()]
  tr.replaceWith(from, to, nodes)
  const end = from + nodes.reduce((sum, node) => sum + node.nodeSize, 0)
  view.dispatch(
    tr
      .setSelection(TextSelection.near(tr.doc.resolve(end), -1))
      .scrollIntoView()
      .setMeta('paste', true),
  )
}

/** A few plain words, or a sign that would be a scene break if it did not come into the middle of a line. */
function isForTheLine(view: EditorView, text: string, html: string, [block, ...more]: readonly Block[]): boolean {
  const isLine = more.length === 0 && !/[^\P{Cc}\t]/u.test(text)
  if (block?.type === 'break') return isLine && text !== '' && view.state.selection.$from.parent.content.size > 0
  return isLine && html === '' && block?.type === 'p'
}

/** Some words for the middle of a line: the blanks around them belong to them. */
function putWords(view: EditorView, text: string, at?: number) {
  view.dispatch(view.state.tr.insertText(text, at).scrollIntoView().setMeta('paste', true))
}

function putSlice(view: EditorView, slice: Slice, at?: number) {
  const tr = view.state.tr
  if (at !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(at)))
  view.dispatch(tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
