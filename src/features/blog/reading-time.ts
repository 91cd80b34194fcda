/** In minutes: content length divided by 1000, rounded up. */
export function readingMinutes(content: string): number {
  return Math.ceil(content.length / 1_000)
}
