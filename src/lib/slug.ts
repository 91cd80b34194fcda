export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const longestSlug = 96

/** A title as an address: lower case, runs of anything but letters and digits become one hyphen, none at the ends. */
export function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-|-$/g, '')
}
