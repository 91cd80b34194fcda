declare const __ART_EDITION__: string

/** Where a generated picture lives. The edition is a hash of everything that draws, so files may be cached for ever. */
export function artUrl(file: string): string {
  return `/art/${__ART_EDITION__}/${file}`
}

export function shareImageUrl(page: string): string {
  return artUrl(`share-${page}.png`)
}
