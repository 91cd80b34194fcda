import { largestPicture } from '#features/images/contract.ts'
import { keepPicture } from '#features/images/service.server.ts'
import { decoded } from '#lib/url.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { type Parcel, type Piece, readPiece, Unreadable } from './parcel.server.ts'

export type Pictures = ReturnType<typeof createPictures>

/**
 * The pictures she brings, found by the addresses they had. None is ever fetched: an address in a file may lead anywhere.
 * In a trial they are found and not taken in.
 */
export function createPictures(deps: Pick<Deps, 'db' | 'files' | 'now'>, parcel: Parcel, isTrial: boolean) {
  const byEnd = new Map<string, Piece>()
  for (const piece of parcel.pieces) byEnd.set(endOf(piece.path), piece)
  const kept = new Map<string, Promise<string | null>>()
  const faults = new Map<string, string>()
  let count = 0

  async function keep(name: string, read: () => Promise<Buffer | null>): Promise<string | null> {
    if (isTrial) return '/images/trial'
    try {
      const bytes = await read()
      if (!bytes) throw new AppError('too_large', 'That picture is larger than 15 MB.')
      const { url } = await keepPicture(deps, bytes)
      count++
      return url
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof Unreadable)) throw error
      faults.set(name, error instanceof Unreadable ? `It cannot be read: ${error.why}` : error.message)
      return null
    }
  }

  function once(name: string, bring: () => Promise<string | null>): Promise<string | null> {
    const known = kept.get(name) ?? bring()
    kept.set(name, known)
    return known
  }

  return {
    /** Where it stands from now on; null for one that is not among them. */
    async find(address: string): Promise<string | null> {
      const [, inside] = /^data:image\/[a-z+.-]{1,20};base64,([A-Za-z0-9+/=\s]+)$/i.exec(address) ?? []
      if (inside) return keep('a picture within a text', async () => Buffer.from(inside, 'base64'))
      const piece = endsOf(address).flatMap((end) => byEnd.get(end) ?? [])[0]
      return piece ? once(piece.path, () => keep(piece.path, () => readPiece(piece, largestPicture))) : null
    },
    /** that were taken in */
    count: () => (isTrial ? kept.size : count),
    /** what is wrong with those that were found and are no pictures */
    faults: () => faults,
  }
}

/** What follows the folder of all pictures: an address that ends so, and no other, is of this picture. */
function endOf(path: string): string {
  return path.toLowerCase().replace(/^(.*\/)?(uploads|images)\//, '')
}

/** All ends of an address, the longest first. A smaller copy that the program has made of it stands for the picture itself. */
function endsOf(address: string): string[] {
  const path = decoded(innermost(address)).toLowerCase().split(/[?#]/, 1)[0] ?? ''
  const whole = path.replace(/\/size\/[wh\dx]{1,20}\//, '/').replace(/\/format\/[a-z]{1,10}\//, '/')
  const original = whole.replace(/-\d{2,5}x\d{2,5}(?=\.[a-z]{1,5}$)/, '').replace(/-scaled(?=\.[a-z]{1,5}$)/, '')
  return [whole, original, original.replace(/(?=\.[a-z]{1,5}$)/, '-scaled')].flatMap((spelling) => {
    const parts = spelling.split('/').slice(-mostFolders)
    return parts.map((_, at) => parts.slice(at).join('/'))
  })
}

const mostFolders = 12

/** Substack hands its pictures through another address, which names the first one at its end. */
function innermost(address: string): string {
  const at = address.indexOf('https%3A%2F%2F')
  return at < 0 ? address : decoded(address.slice(at))
}
