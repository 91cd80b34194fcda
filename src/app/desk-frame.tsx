import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { DeskHelp } from '#desk/help.ts'
import { RecentNotices } from '#desk/notices.tsx'
import { UndoBar } from '#desk/undo.tsx'
import { roomAt } from '#features/help/contract.ts'
import { Help } from '#features/help/help.tsx'
import { entranceFor, signOutAction } from '#features/owner/entrance.ts'
import { sessionQuery } from '#features/owner/queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { HttpError } from '#lib/http.ts'
import { paths } from '#lib/paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { useAuthor } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import { Toaster } from '#ui/toaster.tsx'
import { PageAnnouncer } from './arrival.tsx'

const rooms = [
  { href: deskPaths.posts, label: 'Posts' },
  { href: deskPaths.stories, label: 'Stories' },
  { href: deskPaths.books, label: 'Books' },
  { href: deskPaths.pages, label: 'Pages' },
  { href: deskPaths.site, label: 'My Site' },
  { href: deskPaths.files, label: 'Files' },
  { href: deskPaths.downloads, label: 'Downloads' },
  { href: deskPaths.sendEmails, label: 'Send emails' },
  { href: deskPaths.letters, label: 'Letters' },
  { href: deskPaths.messages, label: 'Messages' },
  { href: deskPaths.subscribers, label: 'People' },
  { href: deskPaths.outbox, label: 'Outbox' },
  { href: deskPaths.analytics, label: 'Analytics' },
  { href: deskPaths.settings, label: 'Settings' },
  { href: deskPaths.health, label: 'Health' },
]

/** Reached from the rooms whose things lie in it, and from below all rooms. */
const others = [
  { href: deskPaths.bin, label: 'Bin' },
  { href: deskPaths.guide, label: 'Guide' },
]

/** What stands around every room of the desk: its rooms, the way to the site, the way out. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const [here] = useLocation()
  const isAtEntrance = [deskPaths.signIn, deskPaths.setup, deskPaths.newAddress, deskPaths.welcome].some(
    (path) => path === here,
  )
  const room = roomAt(here)
  return (
    <div className="min-h-dvh bg-ground text-ink">
      <a
        href="#content"
        data-print="off"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-paper bg-accent px-5 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className={cn(!isAtEntrance && 'lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)] print:block')}>
        {!isAtEntrance && <Rooms />}
        <main id="content" tabIndex={-1} className="min-w-0 px-(--gutter) py-8 lg:py-12">
          <UndoBar />
          <div className={cn('mx-auto', isAtEntrance ? 'max-w-md' : 'max-w-[72rem]')}>
            {!isAtEntrance && <StorageWarning />}
            <DeskHelp value={room && <Help key={room} room={room} />}>{children}</DeskHelp>
            <RecentNotices />
          </div>
        </main>
      </div>
      <PageAnnouncer />
      <Toaster />
    </div>
  )
}

/** What is wrong below everything else comes before everything else; in Health it has a line of its own. */
function StorageWarning() {
  const [here] = useLocation()
  const { data: session } = useQuery(sessionQuery)
  return session?.warning && here !== deskPaths.health ? (
    <p role="alert" className="mb-8 border-l-2 border-danger bg-danger-bg px-4 py-3">
      {session.warning}{' '}
      <Link href={deskPaths.health} className="link">
        See Health
      </Link>
    </p>
  ) : null
}

/** Words that leaving would cost her: in a field, or in whatever is open above the page. */
function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main textarea, main input:not([type=checkbox], [type=radio], [type=file], [readonly])',
  )
  return document.querySelector('dialog[open]') !== null || [...fields].some(({ value }) => value !== '')
}

/**
 * A session ends while the desk is open: whatever asks next leads to the entrance, and from there back to this room. If
 * something is written here, nothing leads away: where it was asked stands how to sign in in another tab.
 */
function useEntranceWhenSignedOut() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query: { state } }) => {
        const isOut = state.error instanceof HttpError && state.error.status === 401
        if (isOut && !isWriting()) location.replace(entranceFor(location.pathname, location.search))
      }),
    [queryClient],
  )
}

function Rooms() {
  const author = useAuthor()
  useEntranceWhenSignedOut()
  return (
    <header
      data-print="off"
      className="border-b border-line bg-raised lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0"
    >
      <div className="flex items-center justify-between gap-4 px-(--gutter) pt-4 pb-1 lg:block lg:px-6 lg:pt-8">
        <p className="line-clamp-2 font-display text-[1.625rem]/[1.1]">{author.name}</p>
        <p className="label shrink-0 text-faint lg:mt-1">The desk</p>
      </div>
      <RoomsMenu />
      <div className="mt-7 flex flex-1 flex-col max-lg:hidden">
        <RoomsList />
      </div>
    </header>
  )
}

/** On small screens the rooms are behind the name of the one she is in. It opens without scripts, too. */
function RoomsMenu() {
  const [here] = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    close()
    menu.current?.querySelector('summary')?.focus()
  }

  return (
    // In another room it is another menu, and shut.
    <details key={here} ref={menu} onKeyDown={closeByKey} className="group lg:hidden">
      <summary className="flex min-h-12 list-none flex-row-reverse items-center justify-between gap-4 px-(--gutter) [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-2 text-muted">
          Menu
          <svg
            aria-hidden="true"
            viewBox="0 0 10 10"
            className="size-2.5 fill-none stroke-current stroke-[1.4] group-open:rotate-180"
          >
            <path d="M1 3l4 4 4-4" />
          </svg>
        </span>{' '}
        <span className="font-semibold">
          {[...rooms, ...others].find(({ href }) => isIn(href, here))?.label ?? 'Not found'}
        </span>
      </summary>
      <div className="border-t border-line">
        <RoomsList onChoose={close} />
      </div>
    </details>
  )
}

const roomLook =
  'flex min-h-11 items-center border-l-2 border-transparent px-3 text-muted hover:text-ink not-aria-[current]:forced-colors:border-[Canvas] aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink'

function RoomsList({ onChoose }: { onChoose?: () => void }) {
  const [here] = useLocation()
  return (
    <>
      <nav aria-label="Desk" className="px-[calc(var(--gutter)-0.875rem)] py-2 lg:flex-1 lg:px-2.5 lg:py-0">
        <ul className="max-lg:columns-2 max-lg:gap-0">
          {rooms.map(({ href, label }) => (
            <li key={href} className="break-inside-avoid">
              <Link
                href={href}
                onClick={onChoose}
                aria-current={here === href ? 'page' : isIn(href, here) || undefined}
                className={roomLook}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-2 border-t border-line px-[calc(var(--gutter)-0.875rem)] py-2 lg:block lg:border-t-0 lg:px-2.5 lg:py-6">
        <Link
          href={deskPaths.guide}
          onClick={onChoose}
          aria-current={isIn(deskPaths.guide, here) ? 'page' : undefined}
          className={roomLook}
        >
          Guide
        </Link>
        <a href={paths.home} className={roomLook}>
          View site
        </a>
        <SignOut />
      </div>
    </>
  )
}

/** The first room's address is the beginning of all the others'. */
function isIn(href: string, here: string): boolean {
  return here === href || (href !== deskPaths.posts && here.startsWith(`${href}/`))
}

function SignOut() {
  const { data: session } = useQuery(sessionQuery)
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)

  async function leave(event: FormEvent) {
    event.preventDefault()
    setIsLeaving(true)
    try {
      await sendJson('POST', '/api/auth/sign-out', {})
    } catch {
      setIsLeaving(false)
      return void toast({
        title: 'Still signed in',
        description: 'The server did not answer. Please try again.',
        variant: 'destructive',
      })
    }
    queryClient.clear()
    // A fresh document: nothing of the desk stays in this tab's memory.
    location.assign(deskPaths.signIn)
  }

  return (
    <form method="post" action={signOutAction} onSubmit={leave}>
      <button type="submit" disabled={isLeaving} title={session?.email} className={roomLook}>
        Sign Out
      </button>
    </form>
  )
}
