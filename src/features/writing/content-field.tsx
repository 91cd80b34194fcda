import { type ComponentProps, startTransition, useDeferredValue, useEffect, useState } from 'react'
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
  const [Editor, setEditor] = useState<Editor | 'away' | undefined>(() => loaded)
  const [isPlain, setIsPlain] = useState(false)
  const [arriving, setArriving] = useState(0)
  const ids = useFieldIds({ error, note: null })
  useEffect(() => {
    void fetchEditor().then((editor) => setEditor(() => editor))
  }, [])
  const isBox = isPlain || Editor === 'away' || Editor === undefined
  return (
    <div>
      {isBox ? (
        <DeskArea
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
          onClick={() => arriving === 0 && setIsPlain(!isPlain)}
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

/** Counting a long text takes longer than a keystroke: it may lag behind. */
function PlainNote({ content, format }: { content: string; format: Format }) {
  const { text } = useRead({ content: useDeferredValue(content), format })
  return `${wordsInWords(countWords(text))}.${format === 'prose' ? ` ${markNote}` : ''}`
}

const markNote =
  'A blank line begins a paragraph. *Italic*, **bold**, ## heading, > quotation, - list, *** scene break.'
