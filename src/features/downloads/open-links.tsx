import { useLayoutEffect, useRef, useState } from 'react'
import { addressWith } from '#desk/address.ts'
import { call } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskFind } from '#desk/find.tsx'
import { DeskMore, useDeskPages } from '#desk/pages.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { DeskRowButton } from '#desk/row-button.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { DeskAddress, DeskWindow } from '#desk/window.tsx'
import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import type { OpenLink, OpenLinkPage } from './contract.ts'
import { closeText, downloadsText } from './downloads-text.ts'
import { linksAddress, useFileAsked } from './owner-queries.ts'

/** After links were made: every list of them is read again. */
export function useLinksMade(): () => Promise<void> {
  return useRefresh(linksAddress)
}

function useOpenLinks(kind: 'shared' | null, address: string | null = null) {
  const list = useDeskPages<OpenLinkPage>(linksAddress, { file: useFileAsked(), kind, address })
  return { ...list, links: list.pages?.flatMap((page) => page.links) }
}

type List = ReturnType<typeof useOpenLinks>
type Props = { onClosed: (link: OpenLink) => void }

/** Every link she has handed out that is still open, on whatever day she comes back. */
export function OpenLinks({ onClosed }: Props) {
  const [sought, setSought] = useState('')
  const address = sought.trim() || null
  const list = useOpenLinks(null, address)
  const { heading, ask, dialog } = useClosing(onClosed)
  const words = downloadsText.open
  return (
    <section aria-labelledby="open-links" className="mt-14" data-needs-script>
      <h2 id="open-links" ref={heading} tabIndex={-1} className="title-3">
        {words.title}
      </h2>
      <p className="mt-2 mb-5 max-w-[62ch] text-muted">{words.why}</p>
      {(list.hasNextPage || sought !== '') && (
        <DeskFind label="Find an address" className="mb-5" value={sought} onValue={setSought} />
      )}
      {list.isPending && <DeskLoading label={words.loading} />}
      <Trouble list={list} />
      {list.links?.length === 0 && (address ? <p>{words.nobody}</p> : <NoneOpen />)}
      {list.links && list.links.length > 0 && <LinkTable links={list.links} onAsk={ask} />}
      <More list={list} />
      {dialog}
    </section>
  )
}

function NoneOpen() {
  return (
    <p>
      {downloadsText.open.none}{' '}
      <Link href={addressWith(deskPaths.sendEmails, { file: useFileAsked() })} className="link">
        send emails
      </Link>
      .
    </p>
  )
}

function Trouble({ list: { error, refetch } }: { list: List }) {
  return <DeskFailure error={error} comfort="No link was changed." onRetry={() => void refetch()} className="mb-5" />
}

function More({ list }: { list: List }) {
  const { links = [], hasNextPage } = list
  const words = `${countInWords(links.length, 'link', 'links')} ${hasNextPage ? 'shown' : 'open'}.`
  return <DeskMore list={list} words={links.length > 0 ? words : null} />
}

type Ask = (link: OpenLink) => void

function LinkTable({ links, onAsk }: { links: readonly OpenLink[]; onAsk: Ask }) {
  return (
    <DeskWindow
      caption="Links that are open"
      rows={links}
      keyOf={({ id }) => id}
      className="[--columns:minmax(0,1fr)_12rem_15rem_10rem] [--row:8.5rem] md:[--row:3.75rem]"
      columns={[
        { label: 'Reader', cell: ({ email }) => <DeskAddress email={email ?? 'Shared link'} /> },
        { label: 'Fetched', className: 'small text-muted tabular-nums', cell: fetchedWords },
        {
          label: 'Closes',
          className: 'small text-muted',
          cell: ({ expiresAt }) => (
            <>
              <span className="md:sr-only">Closes </span>
              <DeskTime at={expiresAt} />
            </>
          ),
        },
        { label: 'Actions', cell: (link) => <Actions link={link} onAsk={onAsk} /> },
      ]}
    />
  )
}

function fetchedWords({ downloads, mostDownloads }: OpenLink): string {
  return `${downloads.toLocaleString('en-CA')} of ${countInWords(mostDownloads, 'download', 'downloads')}`
}

function Actions({ link, onAsk }: { link: OpenLink; onAsk: Ask }) {
  const whom = link.email ?? 'everybody'
  return (
    <span className="flex gap-4">
      <DeskCopy text={link.downloadUrl} label={`Copy the open link for ${whom}`} />
      <DeskRowButton aria-label={`Close link for ${whom}`} onClick={() => onAsk(link)}>
        Close link
      </DeskRowButton>
    </span>
  )
}

const fewest = 5

/** The shared ones alone, where they are made: whatever leaked can be closed there. */
export function OpenSharedLinks({ onClosed }: Props) {
  const list = useOpenLinks('shared')
  const { heading, ask, dialog } = useClosing(onClosed)
  const [isWhole, setIsWhole] = useState(false)
  const links = list.links ?? []
  const shown = isWhole ? links : links.slice(0, fewest)
  return (
    <div className="mt-8" data-needs-script>
      <Trouble list={list} />
      {list.links && (
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {links.length > 0 ? 'Still open' : 'No shared link is open.'}
        </h3>
      )}
      <ul aria-label="Open shared links">
        {shown.map((link) => (
          <li key={link.id} className="border-b border-line py-3">
            <p className="small truncate font-mono text-muted" title={link.downloadUrl}>
              {link.downloadUrl.replace(/^https?:\/\//, '')}
            </p>
            <div className="flex flex-wrap items-center justify-between gap-x-6">
              <p className="small">
                {fetchedWords(link)}, closes <DeskTime at={link.expiresAt} />
              </p>
              <Actions link={link} onAsk={ask} />
            </div>
          </li>
        ))}
      </ul>
      {links.length > shown.length && (
        <Button variant="quiet" className="mt-2 -ml-3" onClick={() => setIsWhole(true)}>
          Show all {links.length.toLocaleString('en-CA')}
        </Button>
      )}
      {isWhole && <More list={list} />}
      {dialog}
    </div>
  )
}

/** Asks before a link is closed. Its row is gone afterwards, and with it the button that had the focus: the heading takes it. */
function useClosing(onClosed: Props['onClosed']) {
  const refresh = useRefresh(linksAddress)
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<OpenLink | null>(null)
  const [hasClosed, setHasClosed] = useState(false)

  useLayoutEffect(() => {
    if (asked || !hasClosed) return
    setHasClosed(false)
    heading.current?.focus({ preventScroll: true })
  }, [asked, hasClosed])

  async function close(link: OpenLink) {
    await call('DELETE', `${linksAddress}/${link.id}`, {})
    await refresh()
    setHasClosed(true)
    onClosed(link)
    toast({ title: 'Link Closed', description: `${link.email ?? 'The shared link'}: it opens nothing any more` })
  }

  const dialog = (
    <DeskConfirm
      isOpen={asked !== null}
      title={closeText.title}
      keepLabel={closeText.keep}
      actLabel={closeText.act}
      actingLabel={closeText.acting}
      isFinal
      onAct={async () => asked && close(asked)}
      onClose={() => setAsked(null)}
    >
      <p>
        {asked?.email ? (
          <>
            <strong className="break-words">{asked.email}</strong> {closeText.personal}
          </>
        ) : (
          closeText.shared
        )}
      </p>
      <p>{closeText.final}</p>
    </DeskConfirm>
  )
  return { heading, ask: setAsked, dialog }
}
