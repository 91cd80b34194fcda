import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { sizeInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Cover } from '#ui/cover.tsx'
import { Facts } from '#ui/facts.tsx'
import { Link } from '#ui/link.tsx'
import { someBook } from './content.ts'
import type { BookFile } from './contract.ts'
import { nameOf, roomOf } from './file-names.ts'
import { filesText, givenWords } from './files-text.ts'
import { bookFilesQuery, freeBookQuery } from './owner-queries.ts'
import { UploadPlace } from './upload-place.tsx'

/** Everything that is given away, and the place to put more. */
export default function AdminFilesPage() {
  const { data: files, error, refetch } = useQuery(bookFilesQuery)
  const [, navigate] = useLocation()
  const { title, intro, loading, failed, add, addNote } = filesText
  return (
    <DeskPage title={title} intro={<p>{intro}</p>}>
      {files ? (
        <>
          <FileList files={files} />
          <div className="mt-10 grid gap-4">
            <UploadPlace
              name={null}
              label={add}
              note={addNote}
              accept=".epub,application/epub+zip,.pdf,application/pdf"
              onDone={({ name }) => navigate(deskPaths.file(name))}
            />
          </div>
        </>
      ) : error ? (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      ) : (
        <DeskLoading label={loading} />
      )}
    </DeskPage>
  )
}

function FileList({ files }: { files: readonly BookFile[] }) {
  const { data: free = someBook } = useQuery(freeBookQuery)
  const isMissing = free.isChosen && !files.some(({ isFree }) => isFree)
  const ordered = [...files].sort(
    (one, other) => Number(other.isFree) - Number(one.isFree) || nameOf(one).localeCompare(nameOf(other), 'en'),
  )
  return (
    <>
      {files.length === 0 && <p className="mb-6">{filesText.none}</p>}
      <ul aria-label={filesText.title} className="empty:hidden">
        {isMissing && (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-4">
            <span className="font-semibold wrap-anywhere">{free.title}</span>
            <DeskBadge variant="accent">{filesText.free}</DeskBadge>
            <Link href={deskPaths.downloads} className="link inline-flex min-h-11 items-center">
              {filesText.missing}
            </Link>
          </li>
        )}
        {ordered.map((file) => (
          <FileRow key={file.name} file={file} />
        ))}
      </ul>
    </>
  )
}

const rowLink = 'small inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:text-ink'

function FileRow({ file }: { file: BookFile }) {
  const { name, kind, size, uploadedAt, isFree } = file
  const title = nameOf(file)
  const words = filesText.one.give
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-5 border-b border-line py-4 first:pt-0 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
      <Cover book={file.book} alt="" sizes="72px" />
      <div className="min-w-0">
        <h2 dir="auto" className="font-semibold wrap-anywhere">
          <Link href={deskPaths.file(name)} className="hover:text-link hover:underline">
            {title}
          </Link>
        </h2>
        <p className="small mt-0.5 text-muted wrap-anywhere">
          {kind} · {sizeInWords(size)} · {filesText.put} <DeskTime at={uploadedAt} />
        </p>
        <p className="small text-muted">
          <Facts facts={givenWords(file)} />
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {isFree && <DeskBadge variant="accent">{filesText.free}</DeskBadge>}
          {title === name && <DeskBadge variant="warn">{filesText.noTitle}</DeskBadge>}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 sm:col-span-1 sm:justify-end">
        <Link href={deskPaths.file(name)} aria-label={`Edit ${title}`} className={rowLink}>
          Edit
        </Link>
        <Link href={roomOf(deskPaths.downloads, file)} aria-label={`${words.links} to ${title}`} className={rowLink}>
          {words.links}
        </Link>
        <Link href={roomOf(deskPaths.sendEmails, file)} aria-label={`${words.send} with ${title}`} className={rowLink}>
          {words.send}
        </Link>
      </div>
    </li>
  )
}
