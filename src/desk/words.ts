export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function countInWords(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`
}

/** Where there is little room: 40k, 1.5M. */
export function shortNumber(count: number): string {
  if (count >= 1_000_000) return `${Number((count / 1_000_000).toFixed(1))}M`
  return count >= 10_000 ? `${Number((count / 1_000).toFixed(1))}k` : count.toLocaleString('en-CA')
}
