import { type ChangeEvent, type ReactNode, useState } from 'react'
import { FieldEnd, useFieldIds } from '#ui/field.tsx'
import { kindsOfPicture, PictureTrouble, uploadPicture } from './picture-upload.tsx'

type Props = {
  label: string
  note: string
  error?: string | undefined
  /** told at once, so that whoever saves meanwhile can wait for it */
  onFile: (bringing: Promise<unknown>) => void
  onPicture: (url: string) => void
}

/** Brings one picture to the site, and says where it is or what is wrong with it. */
export function PictureFile({ label, note, error, onFile, onPicture }: Props) {
  const ids = useFieldIds({ error, note: true })
  const [state, setState] = useState<{ isSending: boolean; trouble: ReactNode }>({ isSending: false, trouble: '' })

  async function bring(file: File) {
    setState({ isSending: true, trouble: '' })
    try {
      onPicture(await uploadPicture(file))
      setState({ isSending: false, trouble: '' })
    } catch (failure) {
      setState({ isSending: false, trouble: <PictureTrouble failure={failure} /> })
    }
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen twice, and then counts twice.
    target.value = ''
    if (file) onFile(bring(file))
  }
  return (
    <div>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      <input
        {...ids.control}
        type="file"
        accept={kindsOfPicture.join()}
        onChange={choose}
        data-needs-script
        // It is empty again as soon as it was used: what it would say of itself is never news.
        className="file-input block w-full p-0 text-transparent"
      />
      <FieldEnd ids={ids} error={error} note={state.isSending ? 'Uploading...' : note} />
      <p role="status" className="small mt-2 text-danger empty:hidden">
        {state.trouble}
      </p>
    </div>
  )
}
