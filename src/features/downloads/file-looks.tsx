import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField } from '#desk/field.tsx'
import { PictureFile } from '#features/writing/picture-file.tsx'
import { Cover } from '#ui/cover.tsx'
import { controlClass } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { longestTitle } from './content.ts'
import type { FileInput, OwnerFile } from './contract.ts'
import { filesText } from './files-text.ts'
import { bookFilesQuery, fileQuery, filesAddress } from './owner-queries.ts'

const words = filesText.one.looks

/** What readers see of a file. Its cover is that of one of her books, a picture of hers, or a board with its title. */
export function FileLooks({ file }: { file: OwnerFile }) {
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(file.givenTitle ?? '')
  const [cover, setCover] = useState(file.cover)
  const latest = useRef(cover)
  const { isPending, error, attempt } = useAttempt(words.failed)
  const arriving = useRef<Promise<unknown>>(Promise.resolve())

  async function keep(next: FileInput) {
    const saved = await attempt(() => call<OwnerFile>('PUT', `${filesAddress}/${file.name}`, next))
    if (!saved) return
    queryClient.setQueryData(fileQuery(file.name).queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: bookFilesQuery.queryKey, exact: true })
    toast({ title: 'Saved', description: words.done })
  }
  function wear(next: FileInput['cover']) {
    latest.current = next
    setCover(next)
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    await arriving.current
    await keep({ title: title.trim() || null, cover: latest.current })
  }
  return (
    <form onSubmit={save} noValidate className="grid gap-6">
      <DeskField
        label="Title"
        value={title}
        maxLength={longestTitle}
        onChange={(event) => setTitle(event.target.value)}
        note={words.titleNote}
      />
      <div className="grid gap-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <div className="w-28">
          <Cover book={cover?.kind === 'image' ? withPicture(file.book, cover.url) : file.book} alt="" sizes="112px" />
        </div>
        <div className="grid content-start gap-5">
          <CoverChoice file={file} cover={cover} onCover={wear} />
          <PictureFile
            label={words.upload}
            note={words.uploadNote}
            onFile={(bringing) => {
              arriving.current = bringing
            }}
            onPicture={(url) => wear({ kind: 'image', url })}
          />
        </div>
      </div>
      <div>
        <SubmitButton label="Save" pendingLabel="Saving..." isPending={isPending} data-needs-script />
      </div>
      <DeskFailure error={error} unchanged="Nothing was changed." />
    </form>
  )
}

/** Seen before it is saved: how large it is, only the site knows. */
function withPicture(book: OwnerFile['book'], url: string): OwnerFile['book'] {
  return { ...book, cover: { kind: 'image', url, width: 480, height: 720, colour: null } }
}

type ChoiceProps = { file: OwnerFile; cover: FileInput['cover']; onCover: (cover: FileInput['cover']) => void }

function CoverChoice({ file, cover, onCover }: ChoiceProps) {
  const id = useId()
  const [picture, setPicture] = useState(cover?.kind === 'image' ? cover : null)
  if (cover?.kind === 'image' && cover !== picture) setPicture(cover)
  const choose = ({ target: { value } }: ChangeEvent<HTMLSelectElement>) =>
    onCover(value === '' ? null : value === 'image' ? picture : { kind: 'book', id: value })
  return (
    <div>
      <label htmlFor={id} className="block pb-1.5 text-base/6 font-semibold">
        {words.cover}
      </label>
      <select
        id={id}
        value={cover === null ? '' : cover.kind === 'image' ? 'image' : cover.id}
        onChange={choose}
        data-needs-script
        className={`${controlClass} h-12`}
      >
        <option value="">{file.isFree ? words.shelf : words.board}</option>
        {picture && <option value="image">{words.picture}</option>}
        {file.books.map((book) => (
          <option key={book.id} value={book.id}>
            {words.book(book.title)}
          </option>
        ))}
      </select>
    </div>
  )
}
