/**
 * The address in a text, or null. Not `URL.canParse`: once Node 20 has compiled it, after some 5,000 calls, it refuses
 * every address with an é or ü in it.
 */
export function toUrl(text: string): URL | null {
  // Most views name no page before them, and an error that is made to be caught takes a tenth of what a view does.
  if (text === '') return null
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
