import { toAddress } from './prose.ts'

/**
 * Where a link of a pasted text may lead: to an address with https, to a mailbox, or to a page of this site, which is
 * then a path. Null for anywhere else.
 */
export function linkFrom(href: string, origin: string): string | null {
  const url = unwrapped(resolve(href, origin))
  if (!url) return null
  const isHere = url.origin === origin && /^https?:$/.test(url.protocol)
  const address = isHere ? withoutOrigin(url) : url.href
  return address === null ? null : toAddress(address)
}

/** A picture that was uploaded here, in whichever of its sizes. */
export function ownPicture(src: string, origin: string): string | null {
  const url = resolve(src, origin)
  if (url?.origin !== origin) return null
  return /^(\/images\/[\w-]+)(\/[\w.-]+)?$/.exec(url.pathname)?.[1] ?? null
}

/** A path is one of this site. A name without a path belongs to a page we do not know. */
function resolve(address: string, origin: string): URL | null {
  const isPath = address.trim().startsWith('/')
  try {
    return isPath ? new URL(address.trim(), origin) : new URL(address)
  } catch {
    return null
  }
}

/** Google Docs leads every link of a published text past Google. */
function unwrapped(url: URL | null): URL | null {
  if (url?.hostname !== 'www.google.com' || url.pathname !== '/url') return url
  const inner = url.searchParams.get('q') ?? url.searchParams.get('url')
  return inner === null ? url : resolve(inner, url.origin)
}

function withoutOrigin({ pathname, search, hash }: URL): string | null {
  // Two slashes at its beginning would make a path another site's address.
  return pathname.startsWith('//') ? null : pathname + search + hash
}
