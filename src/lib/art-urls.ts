/** A hash of everything that draws, and of the words that are drawn at build time. */
export const artEdition: string = __ART_EDITION__

/** Where a generated picture lives. Another edition is another address, so files may be cached for ever. */
export function artUrl(file: string): string {
  return `/art/${artEdition}/${file}`
}
