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
