import { DeskTime } from '#desk/time.tsx'
import { sizeInWords } from '#desk/words.ts'
import type { BookFile } from './contract.ts'
import { downloadsText } from './downloads-text.ts'
import { type FileKind, kindOf } from './file-name.ts'
import { UploadPlace } from './upload-place.tsx'

type Props = {
  name: string
  book: BookFile | undefined
  /** what is wrong with its title, where that is said in other words than everywhere */
  fault?: string | null
  onChange: () => void
}

const accepted: Record<FileKind, string> = { EPUB: '.epub,application/epub+zip', PDF: '.pdf,application/pdf' }

/** The book that is there, and the place to put another. Only a whole one takes its place. */
export function BookFilePlace({ name, book, fault = book?.titleFault, onChange }: Props) {
  const kind = kindOf(name)
  const words = downloadsText.book
  return (
    <>
      {book ? (
        <p>
          <span className="block text-[1.125rem]/[1.4] font-semibold">
            <bdi>{book.title ?? (kind === 'PDF' ? (book.givenTitle ?? words.noPdfTitle) : words.noTitle)}</bdi>
            {book.authors && (
              <span className="font-normal text-muted">
                {' '}
                by <bdi>{book.authors}</bdi>
              </span>
            )}
          </span>
          <span className="break-all">{book.name}</span>, {sizeInWords(book.size)}, uploaded{' '}
          <DeskTime at={book.uploadedAt} />
          {book.uploadedAs && (
            <span className="mt-1 block text-muted">
              {words.calledBefore} <bdi className="break-words">{book.uploadedAs}</bdi>
            </span>
          )}
        </p>
      ) : (
        <p>{words.none}</p>
      )}
      {fault && (
        <p className="max-w-[62ch] border-l-2 border-warn pl-4 [overflow-wrap:anywhere]">
          {fault} {book?.isFree && words.otherTitle}
        </p>
      )}
      <UploadPlace
        name={name}
        label={(book ? words.replace : words.choose)(kind)}
        note={`${words.drop(kind)}${book ? ` ${words.links}` : ''}`}
        accept={accepted[kind]}
        onDone={onChange}
      />
    </>
  )
}
