import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { causeOf, isSignedOut } from '#desk/cause.ts'
import { DeskField } from '#desk/field.tsx'
import { SignedOut } from '#desk/signed-out.tsx'
import { readJson } from '#lib/http.ts'
import { Button } from '#ui/button.tsx'

/** Named one by one, so that a phone turns its own kind into one of these. */
const kinds = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
const largest = 15 * 1024 * 1024

type Props = {
  value: string
  error: string | undefined
  /** where a file is sent */
  uploadTo: string
  onChange: (url: string) => void
}

/** The address of a picture: typed, or that of a file brought here. */
export function DeskCoverField({ value, error, uploadTo, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ isSending: boolean; words: ReactNode }>({ isSending: false, words: '' })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen twice, and then counts twice.
    target.value = ''
    if (!file) return
    if (file.size > largest) return setState({ isSending: false, words: 'A picture may have at most 15 MB.' })
    setState({ isSending: true, words: '' })
    try {
      const response = await fetch(uploadTo, { method: 'POST', body: file, credentials: 'include' })
      const { url } = (await readJson(response)) as { url: string }
      onChange(location.origin + url)
      setState({ isSending: false, words: '' })
    } catch (failure) {
      const words = isSignedOut(failure) ? <SignedOut /> : causeOf(failure).words
      setState({ isSending: false, words: <>Not uploaded. {words}</> })
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
      <input ref={input} type="file" hidden accept={kinds} aria-label="Cover picture" onChange={upload} />
      <p id={id} role="status" className="small mt-2 text-danger empty:hidden">
        {state.words}
      </p>
    </div>
  )
}
