import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { entranceFor, signOutAction } from '#features/owner/entrance.ts'
import { sessionQuery } from '#features/owner/queries.ts'
import { author } from '#lib/author.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { HttpError } from '#lib/http.ts'
import { paths } from '#lib/paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { cn } from '#ui/cn.ts'
import { UndoBar } from '#ui/desk-undo.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toast-store.ts'
import { Toaster } from '#ui/toaster.tsx'
import { PageAnnouncer } from './arrival.tsx'

const rooms = [
  { href: deskPaths.posts, label: 'Posts' },
  { href: deskPaths.stories, label: 'Stories' },
  { href: deskPaths.downloads, label: 'Downloads' },
  { href: deskPaths.sendEmails, label: 'Send emails' },
  { href: deskPaths.messages, label: 'Messages' },
  { href: deskPaths.subscribers, label: 'Subscribers' },
  { href: deskPaths.outbox, label: 'Outbox' },
  { href: deskPaths.settings, label: 'Settings' },
]

/** What stands around every room of the desk: its rooms, the way to the site, the way out. Work by daylight. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const [here] = useLocation()
  const isAtEntrance = here === deskPaths.signIn || here === deskPaths.setup
  return (
    <div className="desk min-h-dvh bg-ground text-ink">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-paper bg-accent px-5 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className={cn(!isAtEntrance && 'lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)] print:block')}>
        {!isAtEntrance && <Rooms />}
        <main id="content" tabIndex={-1} className="min-w-0 px-(--gutter) py-8 lg:py-12">
          <UndoBar />
          <div className={cn('mx-auto', isAtEntrance ? 'max-w-md' : 'max-w-[72rem]')}>{children}</div>
        </main>
      </div>
      <PageAnnouncer />
      <Toaster />
    </div>
  )
}

/** A session ends while the desk is open: whatever asks next leads to the entrance, and from there back to this room. */
function useEntranceWhenSignedOut() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query: { state } }) => {
        const isOut = state.error instanceof HttpError && state.error.status === 401
        if (isOut) location.replace(entranceFor(location.pathname, location.search))
      }),
    [queryClient],
  )
}

function Rooms() {
  useEntranceWhenSignedOut()
  return (
    <header
      data-print="off"
      className="border-b border-line bg-raised lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0"
    >
      <div className="flex items-center justify-between gap-4 px-(--gutter) pt-4 lg:block lg:px-6 lg:pt-8">
        <p className="font-display text-[1.625rem]/[1.1]">{author.name}</p>
        <p className="label text-faint lg:mt-1">The desk</p>
      </div>
      <nav aria-label="Desk" className="mt-3 lg:mt-8 lg:flex-1">
        <ul className="flex overflow-x-auto px-[calc(var(--gutter)-0.75rem)] lg:block lg:px-3">
          {rooms.map(({ href, label }) => (
            <li key={href}>
              <Room href={href} label={label} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-2 px-[calc(var(--gutter)-0.75rem)] pb-2 lg:block lg:px-3 lg:pb-6">
        <a href={paths.home} className="flex min-h-11 items-center px-3 text-muted hover:text-ink">
          View site
        </a>
        <SignOut />
      </div>
    </header>
  )
}

function Room({ href, label }: { href: string; label: string }) {
  const [here] = useLocation()
  // The first room's address is the beginning of all the others'.
  const isHere = here === href || (href !== deskPaths.posts && here.startsWith(`${href}/`))
  return (
    <Link
      href={href}
      aria-current={here === href ? 'page' : isHere ? true : undefined}
      className={cn(
        'flex min-h-11 items-center border-b-2 px-3 whitespace-nowrap lg:border-b-0 lg:border-l-2',
        isHere ? 'border-accent font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </Link>
  )
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
      <button
        type="submit"
        disabled={isLeaving}
        title={session?.email}
        className="flex min-h-11 items-center px-3 text-muted hover:text-ink"
      >
        Sign Out
      </button>
    </form>
  )
}
