import { type ComponentProps, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeskArea } from '#desk/field.tsx'
import { countWords } from '#lib/word-count.ts'
import { FieldEnd, useFieldIds } from '#ui/field.tsx'
import type { Format } from './contract.ts'
import { useRead, wordsInWords } from './preview.tsx'
import type { ProseEditor } from './prose-editor.tsx'

type Editor = typeof ProseEditor
let loaded: Editor | 'away' | undefined

/** The editor is the largest part of the desk: it is fetched when a room is entered, and waited for when it is needed. */
export async function fetchEditor(): Promise<Editor | 'away'> {
  if (!loaded || loaded === 'away') {
    loaded = await import('./prose-editor.tsx').then(
      (module) => module.ProseEditor,
      () => 'away' as const,
    )
  }
  return loaded
}

type Props = {
  label?: string
  isOptional?: boolean
  content: string
  format: Format
  error: string | undefined
  onChange: (change: { content: string; format: Format }) => void
  onCover?: ComponentProps<Editor>['onCover']
  /** what else can be put into this text, where she stands in it */
  more?: ComponentProps<Editor>['more']
}

/** The text itself: as a page, or, whenever she likes and where nothing else can be had, as plain text in a box. */
export function ContentField({
  label = 'Content',
  isOptional = false,
  content,
  format,
  error,
  onChange,
  onCover,
  more,
}: Props) {
  const { Editor, stood, box, leaveBox, composition } = useArrival(content, (text) =>
    onChange({ content: text, format }),
  )
  const [isPlain, setIsPlain] = useState(false)
  const [arriving, setArriving] = useState(0)
  const ids = useFieldIds({ error, note: null })
  const isBox = isPlain || Editor === 'away' || Editor === undefined
  return (
    <div {...composition}>
      {isBox ? (
        <DeskArea
          ref={box}
          label={label}
          rows={15}
          text={content}
          onText={(text) => onChange({ content: text, format })}
          error={error}
          note={<PlainNote content={content} format={format} />}
          required={!isOptional}
        />
      ) : (
        <>
          <Editor
            label={label}
            isOptional={isOptional}
            content={content}
            format={format}
            control={ids.control}
            // What is written on the page is prose, whatever it was before.
            onChange={(text) => startTransition(() => onChange({ content: text, format: 'prose' }))}
            onArriving={(change) => setArriving((before) => before + change)}
            onCover={onCover}
            more={more}
            stood={stood}
          />
          <FieldEnd ids={ids} error={error} note={null} />
        </>
      )}
      {Editor === 'away' ? (
        <p className="small mt-2 text-muted">The editor could not be fetched. You can write here all the same.</p>
      ) : (
        // A picture on its way needs the page: in a box it would find no place.
        <button
          type="button"
          className="link small mt-1 min-h-11"
          aria-disabled={arriving > 0}
          onClick={() => {
            if (arriving > 0) return
            leaveBox()
            setIsPlain(!isPlain)
          }}
        >
          {isPlain
            ? 'Back to the page'
            : arriving > 0
              ? 'Plain text, once the picture has come'
              : 'Write in plain text'}
        </button>
      )}
    </div>
  )
}

type Stood = ComponentProps<Editor>['stood']

/** The editor, once it is there: she may have begun to write in the box before, and writes on where she stands. */
function useArrival(content: string, onText: (text: string) => void) {
  const [Editor, setEditor] = useState<Editor | 'away' | undefined>(() => loaded)
  const [stood, setStood] = useState<Stood>()
  const box = useRef<HTMLTextAreaElement>(null)
  const arrived = useRef<Editor | 'away'>(undefined)
  const isComposing = useRef(false)
  const told = useRef({ content, onText })
  useEffect(() => {
    told.current = { content, onText }
  })

  const leaveBox = () => setStood(box.current ? placeIn(box.current) : undefined)
  function comeIn() {
    const editor = arrived.current
    // Several keys, or on a phone a whole word, make one sign: it is finished where it was begun.
    if (!editor || isComposing.current) return
    arrived.current = undefined
    // At once: no key finds a box that is gone, or a page that does not listen yet.
    flushSync(() => {
      const typed = box.current?.value
      // Before this page was awake nobody heard it.
      if (typed && typed !== told.current.content.replace(/\r\n?/g, '\n')) told.current.onText(typed)
      leaveBox()
      setEditor(() => editor)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes once
  useEffect(() => {
    let isLeft = false
    void fetchEditor().then((editor) => {
      if (isLeft) return
      arrived.current = editor
      comeIn()
    })
    return () => {
      isLeft = true
    }
  }, [])

  const composition = {
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      isComposing.current = false
      // Some browsers say what came of it only after that.
      setTimeout(comeIn)
    },
  }
  return { Editor, stood, box, leaveBox, composition }
}

function placeIn(box: HTMLTextAreaElement): Stood {
  const { selectionStart: start, selectionEnd: end } = box
  const isBackward = box.selectionDirection === 'backward'
  return {
    anchor: isBackward ? end : start,
    head: isBackward ? start : end,
    hasFocus: document.activeElement === box,
  }
}

/** Counting a long text takes longer than a keystroke: it may lag behind. */
function PlainNote({ content, format }: { content: string; format: Format }) {
  const { text } = useRead({ content: useDeferredValue(content), format })
  return `${wordsInWords(countWords(text))}.${format === 'prose' ? ` ${markNote}` : ''}`
}

const markNote =
  'A blank line begins a paragraph. *Italic*, **bold**, ## heading, > quotation, - list, *** scene break.'
