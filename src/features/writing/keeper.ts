import { useEffect, useState } from 'react'
import { inTurn } from '#lib/in-turn.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { dropLocally, type Fields, type Found, keepLocally, localKeyOf } from './unsaved.ts'

type Why = 'away' | 'signed-out' | 'other-window'

/** Where the unsaved words of an editor are. */
export type Kept =
  /** there are none, or they are a few seconds old */
  | { place: 'none' }
  | { place: 'server'; at: string }
  /** in this browser only */
  | { place: 'here'; at: string; why: Why }
  | { place: 'nowhere'; why: Why }

const every = 5_000
const again = 10_000
/** A browser lets a page that is closing send 64 KiB, all told. */
const lastWords = 60_000

type Options = {
  path: string
  baseVersion: number
  /** the unsaved words this editor goes on from, if it knows them already */
  found: Found | null
  tell: (kept: Kept) => void
}

/**
 * Keeps what is being written: five seconds after a change on the server, and when that is away in this browser.
 * Nothing of this is saving: readers never see any of it.
 */
export function createKeeper({ path: firstPath, baseVersion, found: foundFirst, tell }: Options) {
  const writer = randomName()
  let path = firstPath
  let key = localKeyOf(path, writer)
  let found = foundFirst
  let version = baseVersion
  /** not yet on the server */
  let latest: Fields | null = null
  let rescued: Fields | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = true

  const later = (milliseconds: number) => {
    if (isOpen) timer ??= setTimeout(keep, milliseconds)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const keepHere = (fields: Fields) => {
    const isKept = keepLocally(key, { fields, baseVersion: version, savedAt: new Date().toISOString() })
    // These go on from what was found, and stand in its place.
    if (isKept && found?.localKey) dropLocally(found.localKey)
    return isKept
  }
  /** whose copy on the server these words may replace */
  const replaces = () => ({ writer, over: found?.over ?? '' })
  const dropHere = () => {
    for (const mine of [key, found?.localKey]) if (mine) dropLocally(mine)
  }

  async function send(to: string, init?: { keepalive: boolean }) {
    const fields = latest
    if (!fields || to !== path) return
    try {
      const words = { fields, baseVersion: version, ...replaces() }
      const { savedAt } = (await sendJson('PUT', to, words, init)) as { savedAt: string }
      if (to !== path) return
      if (latest === fields) latest = null
      dropHere()
      tell({ place: 'server', at: savedAt })
    } catch (error) {
      // They have moved on, and go to the other place by themselves.
      if (to !== path) return
      const why = whyOf(error)
      tell(keepHere(fields) ? { place: 'here', at: new Date().toISOString(), why } : { place: 'nowhere', why })
      // Another window's words stay there until their author decides.
      if (why !== 'other-window') later(again)
    }
  }

  function keep(): Promise<void> {
    wait()
    const to = path
    return inTurn(to, () => send(to))
  }

  /** They were saved, or are not wanted. */
  async function forget() {
    wait()
    latest = null
    dropHere()
    const address = `${path}?${new URLSearchParams(replaces())}`
    // What cannot be thrown away now is recognised as saved when it is found again.
    await inTurn(path, () => sendJson('DELETE', address, {})).catch(() => {})
  }

  return {
    replaces,
    /** What was found when the editor was open already: from now on its words stand in the place of these. */
    goOnFrom(words: Found) {
      found = words
    },
    change(fields: Fields) {
      latest = fields
      later(every)
    },
    keep,
    /** The page may be gone in a moment: into this browser at once, and to the server if that still can be. */
    rescue() {
      if (!latest || latest === rescued) return
      rescued = latest
      keepHere(latest)
      if (new Blob([JSON.stringify(latest)]).size < lastWords) void send(path, { keepalive: true })
    },
    isSafe: () => !latest || keepHere(latest),
    /** From now on these are changes to a newer save. */
    rebase(newer: number) {
      version = newer
    },
    forget,
    /** What it is about has a place of its own from now on: nothing more is kept where it began. */
    moveTo(place: string) {
      void forget()
      path = place
      key = localKeyOf(path, writer)
      found = null
    },
    open() {
      isOpen = true
    },
    /** She goes elsewhere at the desk: what she typed last is kept now, since nobody does it later. */
    close() {
      isOpen = false
      wait()
      if (latest) void keep()
    },
  }
}

export type Keeper = ReturnType<typeof createKeeper>

/** A keeper for as long as the editor is open. It listens for the moments when a page may be lost. */
export function useKeeper(options: Omit<Options, 'tell'>): [Keeper, Kept] {
  const [kept, setKept] = useState<Kept>({ place: 'none' })
  const [keeper] = useState(() => createKeeper({ ...options, tell: setKept }))
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && keeper.rescue()
    // Only while the words are nowhere safe is she asked whether she means to go.
    const guard = (event: BeforeUnloadEvent) => keeper.isSafe() || event.preventDefault()
    keeper.open()
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', keeper.rescue)
    addEventListener('beforeunload', guard)
    return () => {
      keeper.close()
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', keeper.rescue)
      removeEventListener('beforeunload', guard)
    }
  }, [keeper])
  return [keeper, kept]
}

function whyOf(error: unknown): Why {
  if (!(error instanceof ApiError)) return 'away'
  return error.status === 401 ? 'signed-out' : error.status === 409 ? 'other-window' : 'away'
}

/** Tells windows apart; nothing depends on nobody guessing it. */
function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('-')
}
