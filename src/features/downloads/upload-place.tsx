import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { sayNotDone } from '#desk/call.ts'
import { causeOf, isSignedOut } from '#desk/cause.ts'
import { SignedOut } from '#desk/signed-out.tsx'
import { sizeInWords } from '#desk/words.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { toast } from '#ui/toast-store.ts'
import { faultOf, fileNameFor, uploadBook } from './book-upload.ts'
import type { BookFile } from './contract.ts'
import { kindOf } from './file-name.ts'
import { bookFilesQuery } from './owner-queries.ts'

type Sending = { file: File; sent: number; stop: () => void }

type Props = Place & Pick<DropProps, 'label' | 'note' | 'accept'>

/** Where a file is put: how far it is while it comes, and why it was not taken. */
export function UploadPlace({ label, note, accept, ...place }: Props) {
  const { sending, fault, send } = useUpload(place)
  return (
    <>
      {sending ? <Progress sending={sending} /> : <DropPlace label={label} note={note} accept={accept} onFile={send} />}
      <div role="status">{fault && <p className="border-l-2 border-danger bg-danger-bg px-4 py-3">{fault}</p>}</div>
    </>
  )
}

const failed = 'Upload Failed'
const stopped = {
  new: 'Stopped. Nothing was put there.',
  replaced: 'Stopped. The book that was there before is still there.',
}

type Place = {
  /** null: a new file, which gets a name of its own */
  name: string | null
  onDone: (book: BookFile) => void
}

function useUpload({ name, onDone }: Place) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<ReactNode>(null)

  async function send(file: File) {
    const known = faultOf(file, name === null ? null : kindOf(name))
    if (known) {
      setFault(known)
      return void toast({ title: failed, description: known, variant: 'destructive' })
    }
    const controller = new AbortController()
    const told = (sent: number) => setSending({ file, sent, stop: () => controller.abort() })
    setFault(null)
    told(0)
    try {
      const watch = { onProgress: told, signal: controller.signal, isNew: name === null }
      const book = await uploadBook(name ?? fileNameFor(file), file, watch)
      queryClient.setQueryData(bookFilesQuery.queryKey, (known = []) => [
        ...known.filter((one) => one.name !== book.name),
        book,
      ])
      toast({ title: 'Book Uploaded', description: `${book.name}, ${sizeInWords(book.size)}` })
      onDone(book)
    } catch (error) {
      if (controller.signal.aborted) return setFault(name === null ? stopped.new : stopped.replaced)
      setFault(isSignedOut(error) ? <SignedOut /> : causeOf(error).words)
      sayNotDone(error, failed)
    } finally {
      setSending(null)
    }
  }
  return { sending, fault, send }
}

function Progress({ sending: { file, sent, stop } }: { sending: Sending }) {
  // The head of the request counts too, so a little more than the file may leave.
  const done = Math.min(sent, file.size)
  return (
    <div className="border border-line bg-raised p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 font-semibold break-all">{file.name}</p>
        <p className="small text-muted tabular-nums">
          {sizeInWords(done)} of {sizeInWords(file.size)}
        </p>
      </div>
      <progress aria-label={`Uploading ${file.name}`} value={done} max={file.size} className="progress mt-3" />
      <Button variant="quiet" className="mt-2 -ml-3" onClick={stop}>
        Cancel upload
      </Button>
    </div>
  )
}

type DropProps = { label: string; note: string; accept: string; onFile: (file: File) => void }

/** A plain file input for everybody; whoever drags drops onto the place around it. */
function DropPlace({ label, note, accept, onFile }: DropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside serves everybody else
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      data-needs-script
      className={cn(
        'max-w-2xl rounded-paper border border-dashed p-5',
        isOver ? 'border-accent bg-raised' : 'border-line-strong',
      )}
    >
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p className="small mt-0.5 mb-3 text-muted">{note}</p>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => take(event.target.files?.[0])}
        // It is empty again as soon as it was used: what it would say of itself is never news, and cut on a phone.
        className="file-input block w-full p-0 text-transparent"
      />
    </div>
  )
}
