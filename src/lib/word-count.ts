/** Words as a reader counts them: whatever stands between blanks and holds a letter or a digit. */
export function countWords(content: string): number {
  return content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Four words a second is skimming, two is aloud: about 240 a minute. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 240))
}
