const ownPicture = /^\/images\/[\w-]+$/

/**
 * The address of a cover as it is kept: a picture uploaded here is kept by its path, so that it survives a change of
 * the site's name, whichever name the owner's browser knew it by.
 */
export function keptCover(url: string | null, siteUrl: string): string | null {
  if (url === null || ownPicture.test(url)) return url
  const { origin, protocol, pathname } = new URL(url)
  const isOurs = ownPicture.test(pathname) && (protocol === 'http:' || origin === siteUrl)
  return isOurs ? pathname : url
}
