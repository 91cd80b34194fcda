/** Cuts a text to at most `limit` characters, at a word's end where there is one, with an ellipsis. */
export function excerpt(text: string, limit = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  const cut = line.slice(0, limit - 1)
  const lastSpace = cut.lastIndexOf(' ')
  // A text without spaces near the end (one endless word) is cut hard, but never through a surrogate pair.
  const kept = lastSpace > limit / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${kept.replace(/[\s.,;:–—-]+$/, '')}…`
}
