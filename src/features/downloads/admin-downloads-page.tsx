import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressWith } from '#desk/address.ts'
import { DeskAgo } from '#desk/ago.tsx'
import { call, useAttempt } from '#desk/call.ts'
import { copyText } from '#desk/copy.tsx'
import { DeskDeadLinks } from '#desk/dead-links.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskPage } from '#desk/page.tsx'
import { SignedOut } from '#desk/signed-out.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { countInWords } from '#desk/words.ts'
import { sessionQuery } from '#features/owner/queries.ts'
import { BringReaders } from '#features/people/bring-readers.tsx'
import { useGroup } from '#features/people/queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { BookFilePlace } from './book-step.tsx'
import { mostReaders } from './content.ts'
import type { BookFile, DownloadLink } from './contract.ts'
import { closeText, downloadsText, linkNotices } from './downloads-text.ts'
import { type FileCheck, useFileCheck } from './file-check.ts'
import { FileChoice } from './file-choice.tsx'
import { LinksTable } from './links-table.tsx'
import { OpenLinks, useLinksMade } from './open-links.tsx'
import { bookFilesQuery, downloadsStateQuery, letterByHandQuery, useChosenFile, useFileAsked } from './owner-queries.ts'
import { Step } from './step.tsx'

/** A book given away by hand: five things to do, each saying how far it is and what it waits for. */
export default function AdminDownloadsPage() {
  const { data, isPending, error, refetch } = useQuery(bookFilesQuery)
  const { file } = useChosenFile()
  const { title, intro, elsewhere, loading, failed } = downloadsText
  return (
    <DeskPage
      title={title}
      intro={
        <p>
          {intro} {elsewhere}{' '}
          <Link href={addressWith(deskPaths.sendEmails, { file: useFileAsked() })} className="link">
            send emails
          </Link>
          .
        </p>
      }
    >
      {isPending ? (
        <DeskLoading label={loading} />
      ) : error ? (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      ) : (
        <Steps key={file} book={data.find(({ name }) => name === file)} />
      )}
    </DeskPage>
  )
}

/** A button whose time has not come; the reason stands beside it. */
const waiting = 'border-dashed text-muted'

function Steps({ book }: { book: BookFile | undefined }) {
  const fileCheck = useFileCheck()
  const [links, setLinks] = useState<readonly DownloadLink[] | null>(null)
  return (
    <>
      <div className="pb-8 empty:hidden">
        <FileChoice path={deskPaths.downloads} label={downloadsText.choice} />
      </div>
      <ol>
        <BookStep book={book} {...fileCheck} />
        <ReadersStep />
        <LinksStep check={fileCheck.check} links={links} onLinks={setLinks} />
        <CopyStep links={links} />
        <TemplateStep />
      </ol>
      {links && <LinksTable links={links} />}
      <OpenLinks onClosed={({ downloadUrl }) => setLinks((known) => known && withoutClosed(known, downloadUrl))} />
    </>
  )
}

/** A link that was closed just after it was made is no longer one to copy. */
function withoutClosed(links: readonly DownloadLink[], closedUrl: string): DownloadLink[] {
  return links.map((link) =>
    link.downloadUrl === closedUrl ? { ...link, downloadUrl: null, expiresIn: null, error: closeText.closed } : link,
  )
}

type BookProps = { book: BookFile | undefined } & ReturnType<typeof useFileCheck>

function BookStep({ book, check, isTesting, isOut, test, forget }: BookProps) {
  const { data: session } = useQuery(sessionQuery)
  const hasBook = book !== undefined
  const state = check === 'unknown' ? (hasBook ? 'done' : 'ready') : check === 'ready' ? 'done' : 'problem'
  return (
    <Step number={1} title={downloadsText.book.title} state={state}>
      <BookFilePlace name={useChosenFile().file} book={book} onChange={forget} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton
          variant="secondary"
          label="Test File"
          pendingLabel="Testing..."
          isPending={isTesting}
          onClick={() => test(session?.email ?? '')}
          data-needs-script
        />
        <p className="text-muted">{isOut ? <SignedOut /> : checkWords[check]}</p>
      </div>
    </Step>
  )
}

const checkWords: Record<FileCheck, string> = {
  unknown: 'Fetches the book as a reader would, and uses nothing up.',
  ready: 'A reader’s link leads to the book.',
  missing: 'A reader’s link leads to nothing. Upload the book above.',
  broken: 'Links cannot be made or followed at the moment.',
  failed: 'The test did not get through. Please try again.',
}

function ReadersStep() {
  const { group, loadedAt, isLoading, error, load } = useGroup()
  const words = downloadsText.readers
  const { data: before } = useQuery(downloadsStateQuery(useFileAsked()))
  const isEmpty = group?.count === 0
  const isThere = (group?.count ?? before?.readers ?? 0) > 0
  const state = error || isEmpty ? 'problem' : isThere ? 'done' : 'ready'
  return (
    <Step number={2} title={words.title} state={state} intro={words.why}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton
          variant={group ? 'secondary' : 'primary'}
          label="Load Subscribers"
          pendingLabel="Loading..."
          isPending={isLoading}
          onClick={load}
          data-needs-script
        />
        <p role="status">
          {group ? (
            <>
              {countInWords(group.count, 'reader', 'readers')}, loaded <DeskAgo at={loadedAt} key={loadedAt} />
            </>
          ) : (
            before && countInWords(before.readers, words.one, words.many)
          )}
        </p>
      </div>
      <DeskFailure error={error} comfort="Nobody is lost." />
      {isEmpty && <p>{words.nobody}</p>}
      <BringReaders isOpen={isEmpty} onAdded={load} />
    </Step>
  )
}

type LinksProps = {
  check: FileCheck
  links: readonly DownloadLink[] | null
  onLinks: (links: readonly DownloadLink[]) => void
}

function LinksStep({ check, links, onLinks }: LinksProps) {
  const { group } = useGroup()
  const { isPending, error, attempt } = useAttempt(linkNotices.failed)
  const linksMade = useLinksMade()
  const { file } = useChosenFile()
  const words = downloadsText.links
  const isBookMissing = check === 'missing'
  const hasReaders = group !== undefined && group.count > 0
  const isTooMany = hasReaders && group.count > mostReaders
  const reason = !hasReaders ? words.needsReaders : isTooMany ? words.tooMany : isBookMissing ? words.needsBook : null

  async function generate() {
    if (!hasReaders) return void toast({ ...linkNotices.noReaders, variant: 'destructive' })
    if (isBookMissing) return void toast({ ...linkNotices.noFile, variant: 'destructive' })
    if (isTooMany) return void toast({ title: 'Error', description: words.tooMany, variant: 'destructive' })
    const made = await attempt(() =>
      call<{ links: DownloadLink[]; count: number }>('POST', '/api/bulk-generate-download-links', {
        subscribers: group.subscribers,
        filename: file,
      }),
    )
    if (!made) return
    onLinks(made.links)
    void linksMade()
    toast({ title: 'Links Generated', description: `${countInWords(made.count, 'link', 'links')} made` })
  }

  const { data: before } = useQuery(downloadsStateQuery(useFileAsked()))
  const isMade = links !== null || (before?.handedLinks ?? 0) > 0
  const state = error ? 'problem' : isMade ? 'done' : reason ? 'waiting' : 'ready'
  return (
    <Step number={3} title={words.title} state={state} intro={words.why}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton
          variant={state === 'ready' ? 'primary' : 'secondary'}
          label="Generate Links"
          pendingLabel="Generating..."
          isPending={isPending}
          onClick={generate}
          aria-describedby={reason ? 'links-wait' : undefined}
          className={reason ? waiting : undefined}
          data-needs-script
        />
        {reason ? (
          <p id="links-wait" className="text-muted">
            {before && before.handedLinks > 0 && `${countInWords(before.handedLinks, words.one, words.many)} `}
            {reason}
          </p>
        ) : (
          <p role="status">{links && madeWords(links)}</p>
        )}
      </div>
      <DeskDeadLinks />
      <DeskFailure error={error} unchanged="No link was made." />
    </Step>
  )
}

function madeWords(links: readonly DownloadLink[]): string {
  const made = links.filter(({ error }) => error === null).length
  const problems = links.length - made
  const words = countInWords(made, 'link', 'links')
  return problems === 0 ? `${words}.` : `${words}, ${countInWords(problems, 'problem', 'problems')}.`
}

function CopyStep({ links }: { links: readonly DownloadLink[] | null }) {
  const [isCopied, setIsCopied] = useState<readonly DownloadLink[] | null>(null)
  const { data: before } = useQuery(downloadsStateQuery(useFileAsked()))
  const words = downloadsText.copy
  const isFromBefore = links === null && (before?.handedLinks ?? 0) > 0
  const made = links?.filter(({ downloadUrl }) => downloadUrl !== null) ?? []

  async function copyAll() {
    const lines = made.map(({ email, downloadUrl }) => `${email}\t${downloadUrl}`)
    const description = `${countInWords(made.length, 'line', 'lines')} on the clipboard`
    if (await copyText(lines.join('\n'), { title: 'Links Copied', description })) setIsCopied(links)
  }

  const state = made.length === 0 ? 'waiting' : isCopied === links ? 'done' : 'ready'
  return (
    <Step number={4} title={words.title} state={state} intro={words.why}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          variant={state === 'ready' ? 'primary' : 'secondary'}
          disabled={made.length === 0}
          className={made.length === 0 ? waiting : undefined}
          onClick={copyAll}
          data-needs-script
        >
          Copy All Links
        </Button>
        {made.length === 0 && <p className="text-muted">{isFromBefore ? words.fromBefore : words.needsLinks}</p>}
      </div>
    </Step>
  )
}

function TemplateStep() {
  const { data } = useQuery(letterByHandQuery(useFileAsked()))
  const template = data?.text ?? ''
  const [isCopied, setIsCopied] = useState(false)
  const words = downloadsText.template
  const copy = async () => {
    if (await copyText(template, { title: 'Template Copied' })) setIsCopied(true)
  }
  return (
    <Step number={5} title={words.title} state={isCopied ? 'done' : 'anytime'} intro={words.why}>
      <Button variant="secondary" onClick={copy} disabled={!data} data-needs-script>
        Copy Email Template
      </Button>
      <details>
        <summary className="cursor-pointer py-2.5 text-link">{words.show}</summary>
        <pre className="small max-w-[62ch] border border-line bg-raised p-4 font-mono whitespace-pre-wrap">
          {template}
        </pre>
      </details>
    </Step>
  )
}
