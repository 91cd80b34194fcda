import { readJson } from '#lib/http.ts'
import { inTurn } from '#lib/in-turn.ts'
import { sendJson } from '#lib/send-json.ts'
import type { Format } from './contract.ts'
import { isSame } from './manuscript.ts'

/** What an editor holds: the value of each field, as it stands. */
export type Fields = Record<string, string | boolean>

/** What everything that is written here has. */
export type Work = { title: string; slug: string; content: string; format: Format; coverImage: string }
export type WrittenFields = Fields & Work

/** Words not yet saved, and the save they began from. */
export type Unsaved = { fields: Fields; baseVersion: number; savedAt: string }

/** What was found when an editor opened. */
export type Found = Unsaved & {
  /** the words lie in this browser, under that key, and not on the server */
  localKey: string | null
  /** when the server's own copy was written: whoever goes on from here means to replace it */
  over: string | null
}

const keyStart = (path: string) => `unsaved ${path} `

/** Each window keeps its own words: two of them must not write over each other. */
export function localKeyOf(path: string, writer: string): string {
  return keyStart(path) + writer
}

/** Says whether the browser took it; some refuse, some are full. */
export function keepLocally(key: string, copy: Unsaved): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function dropLocally(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then there was nothing.
  }
}

function findLocally(path: string): (Unsaved & { localKey: string })[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyStart(path)))
    return keys.map((localKey) => ({ ...(JSON.parse(localStorage.getItem(localKey) ?? '') as Unsaved), localKey }))
  } catch {
    return []
  }
}

/** The newest unsaved words for this path. A server that is away costs nothing but its own copy. */
export async function findUnsaved(path: string): Promise<Found | null> {
  const ask = async () => (await readJson(await fetch(path, { credentials: 'include' }))) as Unsaved | null
  const onServer = await inTurn(path, ask).catch(() => null)
  const over = onServer?.savedAt ?? null
  // A page that closes keeps its words in both places and never learns that they arrived. Those here have served.
  const isTwin = (copy: Unsaved) => onServer?.baseVersion === copy.baseVersion && isSame(onServer.fields, copy.fields)
  for (const twin of findLocally(path).filter(isTwin)) dropLocally(twin.localKey)
  const all = [...findLocally(path), ...(onServer ? [{ ...onServer, localKey: null }] : [])]
  const newest = all.sort((a, b) => b.savedAt.localeCompare(a.savedAt))[0]
  return newest ? { ...newest, over } : null
}

/** Throws away what was found, and nothing else. What cannot be reached now is found again. */
export async function discardFound(path: string, { localKey, savedAt }: Found): Promise<void> {
  if (localKey) return dropLocally(localKey)
  const only = new URLSearchParams({ writer: 'nobody', over: savedAt })
  await inTurn(path, () => sendJson('DELETE', `${path}?${only}`, {})).catch(() => {})
}

/** Puts back what was thrown away: on the server, or, when that is away or holds other words by now, in this browser. */
export async function bringBack(path: string, { fields, baseVersion, savedAt }: Unsaved): Promise<void> {
  const writer = `undo-${Date.now()}`
  await inTurn(path, () => sendJson('PUT', path, { fields, baseVersion, writer })).catch((error) => {
    if (!keepLocally(localKeyOf(path, writer), { fields, baseVersion, savedAt })) throw error
  })
}
