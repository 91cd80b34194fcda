/**
 * The address in a text, or null. Not `URL.canParse`: once Node 20 has compiled it, after some 5,000 calls, it refuses
 * every address with an é or ü in it.
 */
export function toUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** As it was before it was written into an address; what nobody has written into one stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
