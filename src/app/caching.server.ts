/** At an address that never shows another picture. */
export const forEver = 'public, max-age=31536000, immutable'

/** What stands in for a picture that is being drawn, and what is asked for by an older address. */
export const forAMinute = 'public, max-age=60'

/**
 * For what changes when she saves, and is the same for everybody. Whoever stands between may answer from what he has for
 * one second, for one more while he asks anew, and for an hour while the site is down. `s-maxage` and `must-revalidate`
 * forbid the last two to whoever goes by the letter (RFC 9111, 5.2.2), so they are said once more to those who read
 * `CDN-Cache-Control` (RFC 9213), which stands above it; nginx knows only the first and takes them from there.
 */
function betweenSaves(browser: string, meanwhile = 'stale-while-revalidate=1, stale-if-error=3600') {
  return {
    'cache-control': `public, ${browser}, s-maxage=1, ${meanwhile}`,
    'cdn-cache-control': `max-age=1, ${meanwhile}`,
  }
}

/** A browser asks each time and mostly hears "nothing new": a correction is seen at once. */
export const askedEachTime = betweenSaves('max-age=0, must-revalidate')

/** A call for one thing: what says that the thing is gone is kept by nobody, so it is not to come back while we are down. */
export const askedEachCall = betweenSaves('max-age=0, must-revalidate', 'stale-while-revalidate=1')

/** A page that is gone takes the place of what was there, in whoever has held that, and is not held while we are down. */
export const missingForNow = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=1',
  'cdn-cache-control': 'max-age=1',
}

export const askedEachMinute = betweenSaves('max-age=60, must-revalidate')
