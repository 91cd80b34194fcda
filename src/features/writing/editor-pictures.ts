import type { Node, ResolvedPos } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  type Transaction,
} from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView, type NodeViewConstructor } from 'prosemirror-view'
import { schema } from './editor-schema.ts'
import { uploadPicture } from './picture-upload.tsx'

type Change = { add: { id: object; at: number; element: HTMLElement } } | { remove: object }
const arriving = new PluginKey<DecorationSet>('arriving pictures')

/** Pictures on their way: each has its place in the text while she writes on around it. */
export function arrivingPictures(): Plugin {
  return new Plugin<DecorationSet>({
    key: arriving,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const set = before.map(tr.mapping, tr.doc)
        const change: Change | undefined = tr.getMeta(arriving)
        if (!change) return set
        if ('remove' in change) return set.remove(set.find(undefined, undefined, (spec) => spec.id === change.remove))
        const { id, at, element } = change.add
        return set.add(tr.doc, [Decoration.widget(at, element, { id })])
      },
    },
    props: { decorations: (state) => arriving.getState(state) },
  })
}

/** A letter typed while a picture or a scene break is chosen goes below it: no single key takes a picture and its words away. */
export function wordsBelowChosen(): Plugin {
  return new Plugin({
    props: {
      handleTextInput({ state: { selection, tr }, dispatch }, _from, to, text) {
        if (!isChosenWhole(selection)) return false
        tr.insert(to, schema.nodes.paragraph.create(null, schema.text(text)))
        dispatch(tr.setSelection(Selection.near(tr.doc.resolve(to + 1 + text.length), -1)).scrollIntoView())
        return true
      },
    },
  })
}

/** From what is chosen as a whole the browser finds no way to either end of the text. */
export function leaveChosen(end: 'start' | 'end'): Command {
  return ({ selection, doc, tr }, dispatch) => {
    if (!isChosenWhole(selection)) return false
    dispatch?.(tr.setSelection(end === 'end' ? Selection.atEnd(doc) : Selection.atStart(doc)).scrollIntoView())
    return true
  }
}

function isChosenWhole(selection: Selection): boolean {
  return selection instanceof NodeSelection && selection.node.isAtom
}

function placeOf(state: EditorState, id: object): number | null {
  return arriving.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null
}

/** Sends a picture, shows how far it is where it will stand, and puts it there. What fails is told, and nothing else changes. */
export async function bringPicture(view: EditorView, file: File, at?: number): Promise<void> {
  const id = {}
  const element = document.createElement('div')
  element.className = 'arriving'
  const tell = (share: number) => {
    element.textContent = share < 1 ? `Sending the picture: ${Math.round(share * 100)} %` : 'Making its sizes…'
  }
  tell(0)
  const place = behind(at === undefined ? view.state.selection.$to : view.state.doc.resolve(at))
  view.dispatch(view.state.tr.setMeta(arriving, { add: { id, at: place, element } }))
  try {
    const src = await uploadPicture(file, tell)
    const now = placeOf(view.state, id)
    const picture = schema.nodes.picture.create({ src })
    // Where it was to stand may be gone by now; then it comes to where she is.
    view.dispatch(putPicture(view.state, picture, now ?? behind(view.state.selection.$to)))
  } finally {
    view.dispatch(view.state.tr.setMeta(arriving, { remove: id }))
  }
}

function behind($at: ResolvedPos): number {
  return $at.depth === 0 ? $at.pos : $at.after(1)
}

/** In the place of an empty line, if there is one. Behind the last picture there is a line to go on in. */
function putPicture({ doc, tr, selection }: EditorState, picture: Node, at: number): Transaction {
  const before = doc.resolve(at).nodeBefore
  const isOnEmptyLine = before?.type === schema.nodes.paragraph && before.content.size === 0
  const from = isOnEmptyLine ? at - before.nodeSize : at
  const isLast = at === doc.content.size
  tr.replaceWith(from, at, isLast ? [picture, schema.nodes.paragraph.create()] : picture)
  // Were the picture chosen now, the next letter would take its place.
  if (from < selection.from && selection.from < at) tr.setSelection(Selection.near(tr.doc.resolve(from + 1), 1))
  return tr
}

/** A picture with the two lines that belong to it. */
export function pictureView(onCover: ((src: string) => void) | undefined): NodeViewConstructor {
  return (first, view, getPos) => {
    let node = first
    const figure = document.createElement('figure')
    figure.className = 'picture'
    const image = figure.appendChild(document.createElement('img'))
    const change = (attrs: object) => {
      const at = getPos()
      if (at !== undefined) view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...attrs }))
    }
    const alt = lineOf('Description', 'What it shows, for whoever cannot see it', (text) => change({ alt: text }))
    const caption = lineOf('Caption', 'Stands under it; may be left empty', (text) => change({ caption: text }))
    const buttons = document.createElement('div')
    buttons.className = 'picture-buttons'
    if (onCover) buttons.append(buttonOf('Use as cover', () => onCover(node.attrs.src)))
    buttons.append(
      buttonOf('Remove picture', () => {
        const at = getPos()
        if (at !== undefined) view.dispatch(view.state.tr.delete(at, at + node.nodeSize))
        view.focus()
      }),
    )
    figure.append(alt.label, caption.label, buttons)
    const show = () => {
      image.src = node.attrs.src
      image.alt = node.attrs.alt
      figure.classList.toggle('lacks-description', node.attrs.alt === '')
      for (const [line, text] of [
        [alt, node.attrs.alt],
        [caption, node.attrs.caption],
      ] as const) {
        if (line.input.value !== text) line.input.value = text
      }
    }
    show()
    return {
      dom: figure,
      update(next) {
        if (next.type !== node.type) return false
        node = next
        show()
        return true
      },
      // What is typed into its two lines is not typed into the text.
      stopEvent: ({ target }) => target instanceof HTMLInputElement || target instanceof HTMLButtonElement,
      ignoreMutation: () => true,
    }
  }
}

function lineOf(name: string, hint: string, onText: (text: string) => void) {
  const label = document.createElement('label')
  const words = label.appendChild(document.createElement('span'))
  words.textContent = name
  const input = label.appendChild(document.createElement('input'))
  input.placeholder = hint
  input.addEventListener('input', () => onText(input.value))
  return { label, input }
}

function buttonOf(name: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = name
  button.addEventListener('click', onClick)
  return button
}
