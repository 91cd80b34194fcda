import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskPage } from '#desk/page.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskSection } from '#desk/section.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import { BookFilePlace } from './book-step.tsx'
import type { OwnerFile } from './contract.ts'
import { FileLooks } from './file-looks.tsx'
import { nameOf, roomOf } from './file-names.ts'
import { filesText, givenWords } from './files-text.ts'
import { bookFilesQuery, fileQuery, filesAddress } from './owner-queries.ts'

const words = filesText.one

/** One file: its bytes, what readers see of it, and the ways to them. */
export default function AdminFilePage({ params }: { params: Record<string, string> }) {
  const { data: file, error, refetch } = useQuery(fileQuery(params.name ?? ''))
  return (
    <DeskPage
      title={file ? nameOf(file) : filesText.title}
      way={
        <Link href={deskPaths.files} className="link inline-flex min-h-11 items-center">
          {words.back}
        </Link>
      }
    >
      {file ? (
        <Sections file={file} />
      ) : error ? (
        <DeskProblem title={words.failed} error={error} onRetry={refetch}>
          Nothing was changed.
        </DeskProblem>
      ) : (
        <DeskLoading label={words.loading} />
      )}
    </DeskPage>
  )
}

function Sections({ file }: { file: OwnerFile }) {
  const refresh = useRefresh(filesAddress)
  return (
    <div className="divide-y divide-line">
      <DeskSection title={words.file.title} intro={words.file.intro}>
        <div className="grid gap-4">
          <BookFilePlace
            name={file.name}
            book={file}
            fault={nameOf(file) === file.name ? words.noTitle : file.titleFault}
            onChange={() => void refresh()}
          />
        </div>
      </DeskSection>
      <DeskSection title={words.looks.title} intro={words.looks.intro}>
        <FileLooks file={file} />
      </DeskSection>
      <DeskSection title={words.page.title} intro={words.page.intro}>
        <Link href={deskPaths.words(file.words)} className="link inline-flex min-h-11 items-center">
          {words.page.words}
        </Link>
        <p className="small text-muted">{words.page.note}</p>
      </DeskSection>
      <DeskSection title={words.give.title} intro={words.give.intro}>
        <p>{givenWords(file).join(', ')}.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href={roomOf(deskPaths.downloads, file)} variant="secondary">
            {words.give.links}
          </ButtonLink>
          <ButtonLink href={roomOf(deskPaths.sendEmails, file)} variant="secondary">
            {words.give.send}
          </ButtonLink>
        </div>
      </DeskSection>
      <DeskSection title={words.remove.title} intro={words.remove.intro}>
        <Remove file={file} />
      </DeskSection>
    </div>
  )
}

function Remove({ file }: { file: OwnerFile }) {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { button, ask, keep, acting, final, done } = words.remove

  async function remove() {
    await call('DELETE', `${filesAddress}/${file.name}`, {})
    queryClient.setQueryData(bookFilesQuery.queryKey, (known) => known?.filter(({ name }) => name !== file.name))
    toast({ title: done, description: nameOf(file) })
    navigate(deskPaths.files)
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)} data-needs-script>
        {button}
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title={ask}
        keepLabel={keep}
        actLabel={button}
        actingLabel={acting}
        isFinal
        onAct={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>
          <strong className="wrap-anywhere">{nameOf(file)}</strong>:{' '}
          {file.openLinks === 0 ? 'no link leads' : countInWords(file.openLinks, 'link leads', 'links lead')} to it at
          the moment.
        </p>
        <p>{final}</p>
      </DeskConfirm>
    </>
  )
}
