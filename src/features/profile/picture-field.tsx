import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { kindsOfPicture, PictureTrouble, uploadPicture } from '#features/writing/picture-upload.tsx'
import { Button } from '#ui/button.tsx'
import { controlClass, FieldEnd, useFieldIds } from '#ui/field.tsx'
import { UploadedPicture } from '#ui/uploaded-picture.tsx'

type Props = { label: string; url: string; note: string; error?: string; onChange: (url: string) => void }

/** A picture of hers: brought, seen, and taken away again. */
export function PictureField({ label, url, note, error, onChange }: Props) {
  const [state, setState] = useState<{ share: number | null; trouble: ReactNode }>({ share: null, trouble: null })
  const isSending = state.share !== null
  const input = useRef<HTMLInputElement>(null)
  const ids = useFieldIds({ error, note })

  async function bring({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen twice, and then counts twice.
    target.value = ''
    if (!file || isSending) return
    setState({ share: 0, trouble: null })
    try {
      onChange(await uploadPicture(file, (share) => setState({ share, trouble: null })))
      setState({ share: null, trouble: null })
    } catch (failure) {
      setState({ share: null, trouble: <PictureTrouble failure={failure} /> })
    }
  }

  const takeAway = () => {
    onChange('')
    input.current?.focus()
  }

  return (
    <div>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      {url && (
        <div className="mb-3 flex items-end gap-4">
          <UploadedPicture url={url} alt="" sizes="160px" className="block max-h-48 w-auto max-w-40 rounded-[2px]" />
          <Button variant="quiet" onClick={takeAway}>
            Take it away<span className="sr-only">: {label}</span>
          </Button>
        </div>
      )}
      <input
        {...ids.control}
        ref={input}
        type="file"
        accept={kindsOfPicture.join()}
        onChange={bring}
        // Not disabled: she is in it, and goes on from here.
        aria-disabled={isSending}
        onClick={(event) => isSending && event.preventDefault()}
        data-needs-script
        className={`${controlClass} py-2.5`}
      />
      <p role="status" className="small mt-2 empty:hidden">
        {state.share !== null && `Uploading, ${Math.round(state.share * 100)} %`}
        {state.trouble && <span className="text-danger">{state.trouble}</span>}
      </p>
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}
