import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { DeskField } from '#desk/field.tsx'
import { Button } from '#ui/button.tsx'
import { kindsOfPicture, PictureTrouble, uploadPicture } from './picture-upload.tsx'

type Props = {
  value: string
  error: string | undefined
  onChange: (url: string) => void
}

/** The address of a picture: typed, or that of a file brought here. */
export function DeskCoverField({ value, error, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ isSending: boolean; words: ReactNode }>({ isSending: false, words: '' })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen twice, and then counts twice.
    target.value = ''
    if (!file) return
    setState({ isSending: true, words: '' })
    try {
      onChange(location.origin + (await uploadPicture(file)))
      setState({ isSending: false, words: '' })
    } catch (failure) {
      setState({ isSending: false, words: <PictureTrouble failure={failure} /> })
    }
  }

  return (
    <div>
      <DeskField
        label="Cover Image URL"
        type="url"
        inputMode="url"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        note="The web address of a picture, beginning with https://, or upload one of yours: JPEG, PNG, WebP, AVIF or GIF, up to 15 MB."
        beside={
          <Button
            variant="secondary"
            aria-describedby={id}
            aria-disabled={state.isSending}
            onClick={() => state.isSending || input.current?.click()}
          >
            {state.isSending ? 'Uploading...' : 'Upload'}
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={kindsOfPicture.join()}
        aria-label="Cover picture"
        onChange={upload}
      />
      <p id={id} role="status" className="small mt-2 text-danger empty:hidden">
        {state.words}
      </p>
    </div>
  )
}
