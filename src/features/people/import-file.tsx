import { sizeInWords } from '#desk/words.ts'
import { FieldEnd, useFieldIds } from '#ui/field.tsx'
import { importText } from './import-text.ts'

type Props = { file: File | null; error: string | undefined; onFile: (file: File) => void }

/** The list as it lies on her disk. */
export function ImportFile({ file, error, onFile }: Props) {
  const note = file ? `${file.name}, ${sizeInWords(file.size)}` : importText.file.note
  const ids = useFieldIds({ error, note })
  return (
    <div>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {importText.file.label}
      </label>
      <input
        {...ids.control}
        type="file"
        required
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        // A browser does not tell that a file was chosen whose place is the same, and she may have mended it since.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ target: { files } }) => files?.[0] && onFile(files[0])}
        className="file-input block w-full"
      />
      <FieldEnd ids={ids} error={error} note={<span className="wrap-anywhere">{note}</span>} />
    </div>
  )
}
