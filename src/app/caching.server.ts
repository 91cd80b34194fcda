/** At an address that never shows another picture. */
export const forEver = 'public, max-age=31536000, immutable'

/** What stands in for a picture that is being drawn, and what is asked for by an older address. */
export const forAMinute = 'public, max-age=60'
