import type { Command, EditorState } from 'prosemirror-state'
import { type ReactNode, useRef } from 'react'
import {
  insertBreak,
  isMarked,
  isWithin,
  toggleBold,
  toggleItalic,
  toggleQuote,
  turnHeading,
  turnList,
} from './editor-commands.ts'
import { schema } from './editor-schema.ts'
import { importedFiles } from './import-file.ts'
import { kindsOfPicture } from './picture-upload.tsx'

const { nodes, marks } = schema

type Props = {
  state: EditorState
  run: (command: Command) => void
  onLink: () => void
  onFind: () => void
  onPicture: (file: File) => void
  onFile: (file: File) => void
  isCurly: boolean
  onCurly: () => void
}

/** Eight marks, and what else can be done with a text. Under the title at a desk, above the keyboard on a phone. */
export function EditorToolbar({ state, run, onLink, onFind, onPicture, onFile, isCurly, onCurly }: Props) {
  const heading = state.selection.$from.parent
  const isHeading = heading.type === nodes.heading
  return (
    <div role="toolbar" aria-label="Text" className="editor-toolbar">
      <Tool label="Italic" keys="Ctrl+I" isOn={isMarked(state, marks.em)} onPress={() => run(toggleItalic)}>
        <em>I</em>
      </Tool>
      <Tool label="Bold" keys="Ctrl+B" isOn={isMarked(state, marks.strong)} onPress={() => run(toggleBold)}>
        <strong>B</strong>
      </Tool>
      <Tool label="Heading" keys="Ctrl+Alt+2" isOn={isHeading} onPress={() => run(turnHeading)}>
        H{isHeading && <small>{heading.attrs.level === 2 ? 1 : 2}</small>}
      </Tool>
      <Tool label="Quotation" keys="Ctrl+Shift+9" isOn={isWithin(state, nodes.quote)} onPress={() => run(toggleQuote)}>
        “ ”
      </Tool>
      <Tool label="List" keys="Ctrl+Shift+8" isOn={isWithin(state, nodes.list_item)} onPress={() => run(turnList)}>
        <Drawn path="M4 6h.01M4 12h.01M4 18h.01M9 6h11M9 12h11M9 18h11" />
      </Tool>
      <Tool label="Link" keys="Ctrl+K" isOn={isMarked(state, marks.link)} onPress={onLink}>
        <Drawn path="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17" />
      </Tool>
      <Chooser label="Picture" accept={kindsOfPicture.join()} onChoose={onPicture}>
        <Drawn path="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01" />
      </Chooser>
      <Tool label="Scene break" onPress={() => run(insertBreak)}>
        <Drawn path="M5 12h.01M12 12h.01M19 12h.01" />
      </Tool>
      <span className="editor-toolbar-rest">
        <Tool label="Find and replace" keys="Ctrl+F" onPress={onFind}>
          Find
        </Tool>
        <Chooser label="Bring in a file" accept={importedFiles} onChoose={onFile}>
          Bring in
        </Chooser>
        <Tool label="Curly quotes and dashes as you type" isOn={isCurly} onPress={onCurly}>
          “—”
        </Tool>
      </span>
    </div>
  )
}

type ToolProps = { label: string; keys?: string; isOn?: boolean; onPress: () => void; children: ReactNode }

/** Pressed without taking the focus away from the text. */
function Tool({ label, keys, isOn, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isOn}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="editor-tool"
    >
      {children}
    </button>
  )
}

type ChooserProps = { label: string; accept: string; onChoose: (file: File) => void; children: ReactNode }

function Chooser({ label, accept, onChoose, children }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label={label} onPress={() => input.current?.click()}>
        {children}
      </Tool>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen twice, and then counts twice.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

function Drawn({ path }: { path: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="editor-icon">
      <path d={path} />
    </svg>
  )
}
